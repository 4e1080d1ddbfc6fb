/** The checks of tickets and passes in a soak can fail: a service that breaks a rule of the queue is reported. */
import { hash } from 'node:crypto';
import { Draw } from '#domain/queue/draw.ts';
import type { Target } from '../../bench/load/plan.ts';
import type { Reply } from '../../bench/stand/client.ts';
import { enter } from './entering.ts';
import { auditEntrances } from './entrance-audit.ts';
import type { History, KnownTicket } from './history.ts';
import { Ledger } from './ledger.ts';
import type { BuyerCall } from './sender.ts';

const target: Target = { eventId: 'show', publicKey: 'key', seats: [], areaId: null };
const seed = '5e'.repeat(32);
const drawnTickets = 3;
const reply = (status: number, body: unknown): Reply => ({ status, body, headers: {} });

/** A queue with three drawn tickets `t0` to `t2`, of which the first two places are admitted. */
class PlayedQueue {
  readonly tickets = [0, 1, 2].map((arrival) => {
    const position = new Draw(seed, drawnTickets).placeOf(arrival) + 1;
    return { ticket: `t${arrival}`, position, state: position <= 2 ? 'ADMITTED' : 'WAITING' };
  });
  /** The answer to a second session with one ticket. */
  again = reply(409, { errorCode: 'PASS_USED' });

  readonly attempt = async (call: BuyerCall): Promise<Reply> => {
    if ('by' in call) return this.again;
    const { path } = call;
    if (path.includes('/draw/')) {
      return reply(200, { tickets: this.tickets.map(({ ticket }) => hash('sha256', ticket)), next: null });
    }
    const ticket = this.tickets.find((one) => path.endsWith(`/${one.ticket}`));
    if (ticket !== undefined) return reply(200, ticket);
    const of = (state: string) => this.tickets.filter((one) => one.state === state).length;
    const counts = { waiting: of('WAITING'), admitted: of('ADMITTED'), claimed: of('CLAIMED'), lapsed: 0 };
    return reply(200, { tickets: counts, seed, drawnTickets });
  };
}

let ledger: Ledger;
let queue: PlayedQueue;
let histories: History[];

beforeEach(async () => {
  ledger = new Ledger([target], 'token', { of: () => 'QUEUE', passFor: async () => '' });
  queue = new PlayedQueue();
  histories = [];
  for (const ticket of queue.tickets) {
    const history = ledger.open(target);
    await enter(ledger, history, async () => reply(201, ticket));
    histories.push(history);
  }
});

const violations = () => ledger.violations.map((line) => line.replace(/^session .* of event show: /, ''));

describe('a buyer with a ticket', () => {
  test('enters once the ticket is admitted, and is told of nothing wrong', async () => {
    const entered = histories.filter(({ hasEntered }) => hasEntered).map(({ ticket }) => ticket?.position);
    expect(entered.toSorted()).toEqual([1, 2]);
    expect([await auditEntrances(ledger, queue), violations()]).toEqual([3, []]);
  });

  test.each<[string, KnownTicket]>([
    ['loses its admission', { state: 'WAITING', position: 1 }],
    ['lapses early', { state: 'LAPSED', position: 1 }],
    ['moves to another place', { state: 'ADMITTED', position: 2 }],
  ])('reports a ticket that %s', async (_, shown) => {
    const history = histories.find(({ ticket }) => ticket?.position === 1) as History;
    await enter(ledger, history, async () => reply(200, { ticket: history.pass, ...shown }));
    expect(violations()).toEqual([`its ticket showed ADMITTED at 1, then ${shown.state} at ${shown.position}`]);
  });

  test('reports a ticket that the service no longer knows', async () => {
    await enter(ledger, histories[0] as History, async () => reply(404, { errorCode: 'ENTITY_NOT_FOUND' }));
    expect(violations()).toEqual(['its ticket answered 404 ENTITY_NOT_FOUND']);
  });
});

describe('the audit of a queue reports', () => {
  test('places that do not follow from the published seed', async () => {
    for (const ticket of queue.tickets) if (ticket.position <= 2) ticket.position = 3 - ticket.position;
    for (const history of histories) history.ticket = null;
    await auditEntrances(ledger, queue);
    expect(violations().toSorted()).toEqual(['place 1 was drawn as 2', 'place 2 was drawn as 1']);
  });

  test('a ticket that was admitted before its turn', async () => {
    const last = queue.tickets.find(({ position }) => position === 3) as { state: string };
    const first = queue.tickets.find(({ position }) => position === 1) as { state: string };
    [last.state, first.state] = ['ADMITTED', 'WAITING'];
    for (const history of histories) history.ticket = null;
    await auditEntrances(ledger, queue);
    expect(violations().toSorted()).toEqual([
      'place 1 is WAITING, 2 are admitted',
      'place 3 is ADMITTED, 2 are admitted',
    ]);
  });

  test('nothing of a ticket that was admitted while the tickets were read', async () => {
    const last = queue.tickets.find(({ position }) => position === 3) as { ticket: string; state: string };
    const { attempt } = queue;
    const sender = {
      attempt: async (call: BuyerCall): Promise<Reply> => {
        const answer = JSON.stringify(await attempt(call));
        if ('path' in call && call.path.endsWith(last.ticket))
          for (const ticket of queue.tickets) ticket.state = 'ADMITTED';
        return JSON.parse(answer);
      },
    };
    await auditEntrances(ledger, sender);
    expect([last.state, violations()]).toEqual(['ADMITTED', []]);
  });

  test('a ticket that opened a session and does not say so', async () => {
    const history = histories.find(({ ticket }) => ticket?.position === 1) as History;
    history.sessionId = 's1';
    await auditEntrances(ledger, queue);
    expect(violations()).toEqual(['its ticket is ADMITTED']);
  });

  test('a ticket that opens a second session', async () => {
    const history = histories.find(({ ticket }) => ticket?.position === 1) as History;
    history.sessionId = 's1';
    for (const ticket of queue.tickets) if (ticket.position === 1) ticket.state = 'CLAIMED';
    queue.again = reply(201, { sessionId: 's2' });
    await auditEntrances(ledger, queue);
    expect(violations()).toEqual(['its pass, used before, answered 201 undefined']);
  });
});
