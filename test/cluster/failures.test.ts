/**
 * If something dies here: what keeps each moment safe, what clients see of it, and which test shows it. The simulation and the
 * drill meet all of these in random mixtures.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const failures = [
  {
    moment: 'the front node dies after forwarding',
    safe: 'the effect is journaled or not; a repetition meets the state or the key',
    seen: 'a broken connection; repeat',
    file: 'cluster/forwarding',
    test: 'keeps an idempotency key that was used at another node',
  },
  {
    moment: 'the owner dies before its append is sent',
    safe: 'nothing was answered',
    seen: '503 or a broken connection; repeating runs it',
    file: 'cluster/peer-links',
    test: 'what was cut off while it was served may have run',
  },
  {
    moment: 'the owner dies after the commit, before the answer',
    safe: 'the record is there; a repetition gets the stored result',
    seen: 'the same result',
    file: 'storage/journal',
    test: 'is durable when the record landed, whoever took the event over since',
  },
  {
    moment: 'the owner freezes in an append',
    safe: 'the server finishes it alone; a take-over waits for one statement',
    seen: 'a new owner',
    file: 'storage/fence',
    test: 'in its append does not hold up the next one, which finds the record',
  },
  {
    moment: 'the owner freezes past its lease and wakes',
    safe: 'the compare-and-set fails, answers are gated, reads are checked',
    seen: '503, then the new owner',
    file: 'cluster/failover',
    test: 'a node that stands still beyond its lease loses its events, and answers nothing wrong when it wakes',
  },
  {
    moment: 'the taker dies before its first record',
    safe: 'the next one takes over again',
    seen: 'a short gap',
    file: 'storage/fence',
    test: 'never lose an acknowledged record nor leave a gap',
  },
  {
    moment: 'Postgres crashes during a commit',
    safe: 'unknown: sent again or read back',
    seen: 'a delay',
    file: 'storage/fence',
    test: 'while its server process is killed has a known outcome in the end',
  },
  {
    moment: 'Postgres is away',
    safe: 'the gate stays shut until the outcome is known',
    seen: '503, `OUTCOME_UNKNOWN` after ten seconds',
    file: 'storage/journal',
    test: 'stays pending while the database is away',
  },
  {
    moment: 'failover to a synchronous standby',
    safe: 'as a crash; a cancelled wait for it counts as unknown',
    seen: 'a delay',
    file: 'storage/journal',
    test: 'is a success with a warning, such as a cancelled wait for the standby',
  },
  {
    moment: 'failover to an asynchronous one',
    safe: 'token, contiguity and head prevent corruption; Postgres itself may have lost its last milliseconds',
    seen: 'documented',
    file: 'storage/fence',
    test: 'after a failover that lost the last rows',
  },
  {
    moment: 'Redis flushed or restarted',
    safe: 'two owners for a moment, one fence',
    seen: 'a few 503 at most',
    file: 'cluster/redis-faults',
    test: 'restarted and flushed: the leases are won anew while booking goes on',
  },
  {
    moment: 'Redis gone or frozen',
    safe: 'events are served without leases, under the fence',
    seen: 'nothing',
    file: 'cluster/ownership',
    test: 'while the servers are silent',
  },
  {
    moment: 'an owner cut from Postgres',
    safe: 'its answers stay gated; it gives its leases back',
    seen: '503, then another owner',
    file: 'cluster/store-watch',
    test: 'a node that is cut off from the database',
  },
  {
    moment: 'two nodes cut from each other',
    safe: 'a third node passes on what surely did not run, two hops at most',
    seen: '503 for what was under way, and while no third node reaches both',
    file: 'cluster/router',
    test: 'a third node is asked to pass it on, at once, and first from then on',
  },
  {
    moment: 'a forwarded call loses its answer',
    safe: 'repeated only when that does no harm',
    seen: 'the result, or 503 `OUTCOME_UNKNOWN`',
    file: 'cluster/router',
    test: 'is not sent again otherwise',
  },
  {
    moment: 'a node is killed',
    safe: 'refused connections prove it; its lease is broken by value',
    seen: 'broken connections, then the new owner',
    file: 'cluster/failover',
    test: 'the events of a node that is killed are written elsewhere long before its leases run out',
  },
  {
    moment: '… and nobody asks for its events',
    safe: 'another node looks after its shards',
    seen: 'deadlines are kept',
    file: 'cluster/failover',
    test: 'deadlines of a node that is killed are kept by another, though nobody asks',
  },
  {
    moment: 'a node is stopped, or joins',
    safe: 'hand-over: nothing more taken, batch finished, lease released',
    seen: 'nothing',
    file: 'cluster/hand-over',
    test: 'a node that is stopped hands its events over; no request fails',
  },
  {
    moment: "a node's clock jumps",
    safe: "actor time is the database's, leases are counted on the monotonic clock",
    seen: 'nothing',
    file: 'cluster/redis-lease',
    test: 'one that is renewed goes on being valid, whatever the wall clock shows',
  },
  {
    moment: 'the process stands still',
    safe: 'what is read right after a gap is refused',
    seen: '503',
    file: 'cluster/loop-watch',
    test: 'after a gap what is read is stale, before the timer has noticed it and after, until the loop has gone round',
  },
  {
    moment: "two processes with one node's name",
    safe: 'the token is of the activation',
    seen: 'nothing',
    file: 'storage/fence',
    test: 'of two owners with the same epoch the one whose token is stored may write',
  },
  {
    moment: 'an impossible decision (a bug)',
    safe: 'asserted before the answer; the actor is discarded',
    seen: '503',
    file: 'actors/event-actor',
    test: 'discards the actor with all who wait, and nothing else',
  },
  {
    moment: 'a record that cannot be replayed (a bug)',
    safe: 'the event is set aside until an operator has looked',
    seen: '503, an alarm in the log',
    file: 'actors/registry',
    test: 'an event whose journal cannot be replayed',
  },
];

test.each(failures)('$moment: $file › $test', ({ file, test: name }) => {
  const text = readFileSync(join(import.meta.dirname, '..', `${file}.test.ts`), 'utf8');
  const calls = [`test('${name}'`, `describe('${name}'`].filter((call) => text.includes(call));
  expect(calls).toHaveLength(1);
});
