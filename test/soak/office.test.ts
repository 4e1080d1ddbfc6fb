/** The soak's checks of offices can fail: a service that makes something twice, or loses it, is reported. */
import type { Reply } from '../../bench/stand/client.ts';
import { Gate } from './gate.ts';
import { Ledger } from './ledger.ts';
import { Office } from './office.ts';
import { auditItems } from './office-audit.ts';
import type { OfficeItem } from './office-item.ts';
import type { BuyerCall, CallSender } from './sender.ts';

const target = { eventId: 'show', publicKey: 'key', seats: [], areaId: null };
const inUse: Reply = { status: 409, body: { errorCode: 'IDEMPOTENCY_KEY_IN_USE' }, headers: {} };
const made = (id: number): Reply => ({ status: 201, body: { id }, headers: {} });
const again = (reply: Reply): Reply => ({ ...reply, headers: { 'idempotency-replayed': 'true' } });

let ledger: Ledger;

beforeEach(() => {
  ledger = new Ledger([target], 'token', { of: () => 'OPEN', passFor: async () => '' });
});

describe('an office that sends a call twice at once', () => {
  /** The violations after one call that is answered so; a third sending of it is answered like the second. */
  async function afterCall(first: Reply, second: Reply): Promise<readonly string[]> {
    const gate = new Gate(1);
    let sent = 0;
    const sender: CallSender = { attempt: async () => (sent++ === 0 ? first : second) };
    const work = new Office({ ledger, sender, gate }, () => {}).work();
    gate.open();
    await gate.pause();
    gate.close();
    await work;
    return ledger.violations.map((line) => line.replace(/^create of (?:venue|webhook) office-0 /, ''));
  }

  test('may be told that the other call still runs', async () => {
    expect(await afterCall(inUse, again(made(7)))).toEqual([]);
    expect(ledger.traffic.stillRunning).toBe(1);
  });

  test('may get one answer twice', async () => {
    expect(await afterCall(made(7), again(made(7)))).toEqual([]);
  });

  test('reports two calls that both ran', async () => {
    expect(await afterCall(made(7), made(8))).toEqual(
      expect.arrayContaining(['was answered twice as a new call', 'answered id 8 after 7']),
    );
  });

  test('reports a refusal', async () => {
    const unknown = { status: 404, body: { errorCode: 'ENTITY_NOT_FOUND' }, headers: {} };
    expect(await afterCall(inUse, again(unknown))).toContain('answered 404 ENTITY_NOT_FOUND');
  });
});

describe('the audit of offices', () => {
  let listed: { readonly id: number; readonly name: string }[];
  let item: OfficeItem;
  const audited = async (): Promise<readonly string[]> => {
    const attempt = async (call: BuyerCall): Promise<Reply> => {
      const isVenues = 'path' in call && call.path.includes('/venues/');
      return { status: 200, body: { content: isVenues ? listed : [] }, headers: {} };
    };
    await auditItems(ledger, { attempt });
    return ledger.violations;
  };

  beforeEach(() => {
    item = ledger.openItem('venue');
    item.id = 7;
    listed = [{ id: 7, name: item.name }];
  });

  test('finds nothing wrong where each item is listed once, or may be', async () => {
    ledger.openItem('venue').pending = 'create';
    ledger.openItem('webhook');
    expect(await audited()).toEqual([]);
  });

  test.each<[string, () => void, string]>([
    ['made twice', () => listed.push({ id: 8, name: item.name }), 'venue office-0 is made and listed 2 times'],
    ['lost', () => listed.splice(0), 'venue office-0 is made and listed 0 times'],
    [
      'of another id',
      () => listed.splice(0, 1, { id: 8, name: item.name }),
      'venue office-0 is listed with id 8, it was made with 7',
    ],
    [
      'not deleted',
      () => {
        item.isGone = true;
      },
      'venue office-0 is not there and listed 1 times',
    ],
    [
      'made twice by calls that are not answered',
      () => {
        Object.assign(item, { id: null, pending: 'create' });
        listed.push({ id: 8, name: item.name });
      },
      'venue office-0 is to be created and listed 2 times',
    ],
  ])('reports an item that is %s', async (_, breakRule, expected) => {
    breakRule();
    expect(await audited()).toEqual([expected]);
  });

  test('reports an item that comes back after it was deleted', async () => {
    item.isGone = true;
    const [back] = listed.splice(0);
    await audited();
    listed = back === undefined ? [] : [back];
    expect(await audited()).toEqual(['venue office-0 is listed, and it is deleted']);
  });
});
