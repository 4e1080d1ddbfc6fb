/** The leases and live nodes that the parent of worker processes keeps, and a worker's client of them. */
import { AuthorityLease } from '#cluster/authority-lease.ts';
import { type AuthorityReply, type AuthorityRequest, LeaseAuthority } from '#cluster/lease-authority.ts';
import type { HeldLease, LeaseOutcome, NodeCard } from '#cluster/ports.ts';

const leaseMs = 3_000;
const nodeOf = (id: string): NodeCard => ({ id, host: '127.0.0.1', port: 1 });

let nowMs: number;
let authority: LeaseAuthority;
/** Answers a request; tests replace it. */
let answer: (request: AuthorityRequest) => Promise<AuthorityReply | null>;

beforeEach(() => {
  nowMs = 1_000;
  authority = new LeaseAuthority(() => nowMs, leaseMs);
  answer = async (request) => authority.answer(request);
});

function workerOf(id: string): AuthorityLease {
  return new AuthorityLease({
    link: { ask: (request) => answer(request) },
    self: nodeOf(id),
    now: () => nowMs,
    leaseMs,
  });
}

function held(outcome: LeaseOutcome): HeldLease {
  if (outcome.kind !== 'held') throw new Error(`the lease is not held: ${outcome.kind}`);
  return outcome.lease;
}

const takenBy = (id: string) => ({ kind: 'taken', holder: { node: nodeOf(id), value: expect.any(String) } });

describe('a lease of the parent', () => {
  test('has one holder, whom the others are told', async () => {
    const [a, b] = [workerOf('a'), workerOf('b')];
    held(await a.acquire(7));
    expect(await b.acquire(7)).toEqual(takenBy('a'));
    held(await b.acquire(8));
  });

  test('is free again when it is released, and a lease that was lost can neither be renewed nor released', async () => {
    const [a, b] = [workerOf('a'), workerOf('b')];
    const lost = held(await a.acquire(7));
    await a.release(lost);
    held(await b.acquire(7));
    expect(await a.renew(lost)).toEqual(takenBy('b'));
    await a.release(lost);
    expect(await a.acquire(7)).toEqual(takenBy('b'));
  });

  test('ends when it is not renewed, and counts as held for less time than the parent keeps it', async () => {
    const [a, b] = [workerOf('a'), workerOf('b')];
    const first = held(await a.acquire(7));
    expect(first.validUntil).toBeLessThan(nowMs + leaseMs);
    nowMs += leaseMs - 1;
    const renewed = held(await a.renew(first));
    expect(renewed.validUntil).toBe(first.validUntil + leaseMs - 1);
    nowMs += leaseMs - 1;
    expect(await b.acquire(7)).toEqual(takenBy('a'));
    nowMs += 1;
    held(await b.acquire(7));
  });

  test('of a dead worker can be broken, but not a newer one of somebody else', async () => {
    const [a, b, c] = [workerOf('a'), workerOf('b'), workerOf('c')];
    held(await a.acquire(7));
    const seen = await b.acquire(7);
    if (seen.kind !== 'taken' || seen.holder === null) throw new Error('the lease is not taken');
    await b.break(7, seen.holder);
    held(await c.acquire(7));
    await b.break(7, seen.holder);
    expect(await b.acquire(7)).toEqual(takenBy('c'));
  });

  test('is free at once when the process of its holder has ended', async () => {
    const [a, b] = [workerOf('a'), workerOf('b')];
    held(await a.acquire(7));
    const kept = held(await b.acquire(8));
    authority.nodeEnded(nodeOf('a'));
    held(await b.acquire(7));
    held(await b.renew(kept));
  });

  test('that was forgotten is taken again by its holder, unless another worker was faster', async () => {
    const [a, b] = [workerOf('a'), workerOf('b')];
    const [first, second] = [held(await a.acquire(7)), held(await a.acquire(8))];
    authority.forgetAll();
    held(await b.acquire(8));
    held(await a.renew(first));
    expect(await a.renew(second)).toEqual(takenBy('b'));
  });

  test('is not held without an answer, nor when the answer comes after its end', async () => {
    const a = workerOf('a');
    answer = async () => null;
    expect(await a.acquire(7)).toEqual({ kind: 'no-answer' });
    expect(await a.heartbeat(nodeOf('a'))).toBeNull();
    answer = async (request) => {
      const reply = authority.answer(request);
      nowMs += leaseMs;
      return reply;
    };
    expect(await a.acquire(7)).toEqual({ kind: 'no-answer' });
  });
});

test('a worker is listed for one lease time after its heartbeat, and not after it has left or ended', async () => {
  const [a, b] = [workerOf('a'), workerOf('b')];
  expect(await a.heartbeat(nodeOf('a'))).toEqual([{ node: nodeOf('a'), remainingMs: leaseMs }]);
  nowMs += 1_000;
  expect(await b.heartbeat(nodeOf('b'))).toEqual([
    { node: nodeOf('a'), remainingMs: leaseMs - 1_000 },
    { node: nodeOf('b'), remainingMs: leaseMs },
  ]);
  await a.remove(nodeOf('a'));
  expect(await b.heartbeat(nodeOf('b'))).toHaveLength(1);
  await a.heartbeat(nodeOf('a'));
  authority.nodeEnded(nodeOf('a'));
  expect(await b.heartbeat(nodeOf('b'))).toHaveLength(1);
  nowMs += leaseMs;
  expect(await a.heartbeat(nodeOf('a'))).toHaveLength(1);
});
