/** The audits of the feed and of a webhook in a soak or a drill find every kind of mistake, and none where there is none. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Target } from '../../bench/load/plan.ts';
import { Client } from '../../bench/stand/client.ts';
import { ConfirmReceiver } from './deliveries.ts';
import { FeedFollowers } from './feed-followers.ts';
import { FollowedFeed, type FollowerPlace, type ToldChange } from './followed-feed.ts';
import type { SessionState } from './history.ts';
import { Ledger } from './ledger.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Change `number` of the event. Session `s1` is checked out, then confirmed; each later change confirms another one. */
function changeOf(number: number, eventId = 'one'): ToldChange {
  const type = number === 1 ? 'session.checked-out' : 'session.confirmed';
  return { id: `${eventId}-${number}`, type, eventId, sequence: number, data: { id: `s${Math.max(1, number - 1)}` } };
}

/** A ledger with a session that was acknowledged in this state. */
function ledgerWith(state: SessionState): Ledger {
  const target = { eventId: 'one' } as Target;
  const ledger = new Ledger([target], 'token', { of: () => 'OPEN', passFor: async () => '' });
  const history = ledger.open(target);
  history.sessionId = 's1';
  history.known = { state, seats: [], places: 0, reference: state === 'CONFIRMED' ? 'r' : null };
  return ledger;
}

function followers(...told: readonly (readonly ToldChange[])[]): string[] {
  const violations: string[] = [];
  const feed = new FollowedFeed((violation) => violations.push(violation));
  for (const [number, changes] of told.entries()) {
    const place: FollowerPlace = { name: `follower ${number}`, count: 0, isAstray: false };
    for (const change of changes) feed.hear(place, change);
  }
  return violations;
}

test('followers that are told the same order agree, even if one is ahead', () => {
  const all = [changeOf(1), changeOf(7, 'two'), changeOf(2), changeOf(3)];
  expect(followers(all.slice(0, 2), all, all.slice(0, 3))).toEqual([]);
});

test.each([
  ['a change twice', [changeOf(1), changeOf(1)], 'told change one-1 again'],
  ['a confirm under two ids', [changeOf(2), { ...changeOf(2), id: 'one-9' }], 'session s1 was confirmed again'],
  ['an older record after a newer one', [changeOf(2), changeOf(1)], 'of record 1 after one of record 2'],
])('a follower that is told %s is reported', (_, changes, violation) => {
  expect(followers(changes)).toEqual([expect.stringContaining(violation)]);
});

test.each([
  ['that misses a change', [changeOf(1), changeOf(3)]],
  ['with another order of events', [changeOf(1), changeOf(7, 'two'), changeOf(2)]],
])('a follower %s is reported once', (_, changes) => {
  const others = [changeOf(1), changeOf(2), changeOf(7, 'two'), changeOf(3)];
  expect(followers(others, changes)).toEqual([expect.stringContaining('where others were told one-2')]);
});

/** Answers every page and stream with these changes after the number that is the cursor. */
async function startFeed(changes: readonly ToldChange[]): Promise<{ baseUrl: string }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
    const cursor = request.headers['last-event-id'] ?? searchParams.get('after');
    const rest = changes.slice(cursor === 'start' ? 0 : Number(cursor));
    const isStream = pathname.endsWith('stream');
    response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json');
    if (isStream) {
      const text = rest.map((change) => {
        return `id: ${changes.indexOf(change) + 1}\nevent: ${change.type}\ndata: ${JSON.stringify(change)}\n\n`;
      });
      response.end(text.join(''));
    } else {
      response.end(JSON.stringify({ changes: rest, next: `${changes.length}`, hasMore: false }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test.each<[SessionState, string, ToldChange[], string[]]>([
  ['CONFIRMED', 'all changes', [changeOf(1), changeOf(2)], []],
  ['CONFIRMED', 'no confirm', [changeOf(1)], ['session.confirmed of session s1 was acknowledged and not told']],
  [
    'PENDING_PAYMENT',
    'a confirm',
    [changeOf(1), changeOf(2)],
    ['session.confirmed of session s1 was told, it is PENDING_PAYMENT'],
  ],
])('a session that is %s in a feed with %s', async (state, _, changes, violations) => {
  const ledger = ledgerWith(state);
  const feed = new FeedFollowers(3, [await startFeed(changes)], ledger, 1_000);
  closing.push(() => feed.close());
  await feed.audit();
  await feed.auditWhole();
  expect([...new Set(ledger.violations)]).toEqual(violations.map((violation) => `the feed: ${violation}`));
  expect(feed.counts.changes).toBe(changes.length);
});

const secret = `whsec_${Buffer.from('a secret of the audit’s own test').toString('base64')}`;

interface Sent {
  readonly id: string;
  readonly bodyId?: string;
  readonly signedWith?: string;
}

/** The violations after these requests were sent for session `s1`. */
async function received(sent: readonly Sent[], ledger = ledgerWith('CONFIRMED')): Promise<readonly string[]> {
  let url = '';
  const service = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    url = JSON.parse(text).url;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ secret }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const owner = new Client(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const receiver = new ConfirmReceiver(ledger, { answerMs: 0, failedPerThousand: 0, patienceMs: 100 });
  closing.push(
    () => service.close(),
    () => owner.close(),
    () => receiver.close(),
  );
  await receiver.open(owner);
  for (const { id, bodyId = id, signedWith = secret } of sent) {
    const body = JSON.stringify({ id: bodyId, type: 'session.confirmed', data: { id: 's1' } });
    const at = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
      'webhook-signature': new Webhook(signedWith).sign(id, at, body),
    };
    await fetch(url, { method: 'POST', headers, body });
  }
  const feed = new FollowedFeed(() => undefined);
  feed.hear({ name: 'follower', count: 0, isAstray: false }, changeOf(2));
  await receiver.audit(feed);
  return ledger.violations;
}

test.each<[string, Sent[], string[]]>([
  ['once', [{ id: 'one-2' }], []],
  ['twice under one id', [{ id: 'one-2' }, { id: 'one-2' }], []],
  ['never', [], ['the confirm of session s1 was not sent']],
  [
    'under two ids',
    [{ id: 'one-2' }, { id: 'one-9' }],
    ['the confirm of session s1 was sent under 2 ids', 'one-9 was sent, and the feed does not have it'],
  ],
  [
    'with another secret',
    [{ id: 'one-2', signedWith: `${secret.slice(0, -4)}AAAA` }],
    ['one-2 was sent with a wrong signature', 'the confirm of session s1 was not sent'],
  ],
  [
    'with the body of another change',
    [{ id: 'one-2' }, { id: 'one-2', bodyId: 'one-3' }],
    ['one-2 was sent with the body of one-3'],
  ],
])('a confirm that is sent %s', async (_, sent, violations) => {
  expect(await received(sent)).toEqual(violations.map((violation) => `a webhook: ${violation}`));
});
