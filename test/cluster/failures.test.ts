/**
 * A list of failures: what keeps the service safe at each moment, what clients see, and which test proves it. The
 * simulation and the drill test all of them in random combinations.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const failures = [
  {
    moment: 'the front node dies after forwarding',
    safe: 'the effect is journaled or not; a repetition finds the state or the idempotency key',
    seen: 'a broken connection; repeat',
    file: 'cluster/forwarding',
    test: 'honours an idempotency key that was used at another node',
  },
  {
    moment: 'the owner dies before its append is sent',
    safe: 'no caller was answered',
    seen: '503 or a broken connection; repeating runs it',
    file: 'cluster/peer-links',
    test: 'a request whose connection broke while it was served may have run',
  },
  {
    moment: 'the owner dies after the commit, before the answer',
    safe: 'the record is durable; a repetition gets the stored result',
    seen: 'the same result',
    file: 'storage/journal/journal',
    test: 'is durable if the record was stored, even if another owner has taken the event over since',
  },
  {
    moment: 'the owner freezes during an append',
    safe: 'Postgres finishes the statement; a take-over waits for this one statement',
    seen: 'a new owner',
    file: 'storage/journal/fence',
    test: 'during its append does not delay the next owner, which finds the record',
  },
  {
    moment: 'the owner freezes beyond its lease and resumes',
    safe: 'the compare-and-set fails, answers are gated, reads are checked',
    seen: '503, then the new owner',
    file: 'cluster/failover',
    test: 'a node that freezes beyond its lease loses its events, and gives no wrong answer when it resumes',
  },
  {
    moment: 'a new owner dies before its first record',
    safe: 'the next owner takes over again',
    seen: 'a short gap',
    file: 'storage/journal/fence',
    test: 'never lose an acknowledged record nor leave a gap',
  },
  {
    moment: 'Postgres crashes during a commit',
    safe: 'the outcome is unknown until the record is sent again or read back',
    seen: 'a delay',
    file: 'storage/journal/fence',
    test: 'because its server process was killed has a known outcome in the end',
  },
  {
    moment: 'Postgres is unavailable',
    safe: 'the output gate stays closed until the outcome is known',
    seen: '503, `OUTCOME_UNKNOWN` after ten seconds',
    file: 'storage/journal/journal',
    test: 'stays pending while the database is unavailable',
  },
  {
    moment: 'Postgres fails over to a synchronous standby',
    safe: 'as with a crash; a cancelled wait for the standby counts as unknown',
    seen: 'a delay',
    file: 'storage/journal/journal',
    test: 'is a success with a warning, such as a cancelled wait for the standby',
  },
  {
    moment: 'Postgres fails over to an asynchronous standby',
    safe: 'token, contiguity and head prevent corruption; Postgres itself may have lost its last milliseconds',
    seen: 'documented',
    file: 'storage/journal/fence',
    test: 'after a failover that lost the last rows',
  },
  {
    moment: 'Redis is flushed or restarted',
    safe: 'an event may have two owners for a moment; the fence lets only one write',
    seen: 'a few 503 at most',
    file: 'cluster/redis-faults',
    test: 'restarted and flushed: the leases are acquired again while booking goes on',
  },
  {
    moment: 'Redis is down or frozen',
    safe: 'events are served without leases, under the fence',
    seen: 'nothing',
    file: 'cluster/shard-leases',
    test: 'while the Redis servers do not answer',
  },
  {
    moment: 'an owner is cut off from Postgres',
    safe: 'its answers stay gated; it releases its leases',
    seen: '503, then another owner',
    file: 'cluster/store-watch',
    test: 'a node that is cut off from the database',
  },
  {
    moment: 'two nodes are cut off from each other',
    safe: 'a third node relays commands that certainly did not run, over at most two hops',
    seen: '503 for requests in flight, and while no third node reaches both',
    file: 'cluster/router',
    test: 'a third node is asked at once to relay the command, and first from then on',
  },
  {
    moment: 'a forwarded call loses its answer',
    safe: 'repeated only if the command is idempotent',
    seen: 'the result, or 503 `OUTCOME_UNKNOWN`',
    file: 'cluster/router',
    test: 'is not sent again if it is not idempotent',
  },
  {
    moment: 'a node is killed',
    safe: 'refused connections prove its death; its lease is broken by value',
    seen: 'broken connections, then the new owner',
    file: 'cluster/failover',
    test: 'other nodes serve the events of a killed node although its leases never expire',
  },
  {
    moment: 'a node is killed and no client asks for its events',
    safe: 'another node takes care of its shards',
    seen: 'deadlines are kept',
    file: 'cluster/failover',
    test: 'another node keeps the deadlines of a killed node, without any request for its events',
  },
  {
    moment: 'a node is stopped, or joins',
    safe: 'hand-over: the node takes no more commands, finishes its batch and releases the lease',
    seen: 'nothing',
    file: 'cluster/hand-over',
    test: 'a node that is stopped hands its events over; no request fails',
  },
  {
    moment: 'a node starts with another cluster secret',
    safe: 'the group that was there before goes on; the other one owns nothing and is not ready',
    seen: 'nothing; 503 at the node itself',
    file: 'cluster/other-secret',
    test: 'the one that came later with another secret is not ready, says why, takes nothing, and is ready once it is alone',
  },
  {
    moment: "a node's clock jumps",
    safe: 'actor time comes from the database, leases are measured on the monotonic clock',
    seen: 'nothing',
    file: 'cluster/redis-lease',
    test: 'a renewed lease stays valid, whatever the wall clock shows',
  },
  {
    moment: 'the process freezes',
    safe: 'requests that are read right after the gap are refused',
    seen: '503',
    file: 'cluster/stall-detector',
    test: 'requests read after a gap are stale until the loop has completed an iteration',
  },
  {
    moment: 'two processes have the same node name',
    safe: 'each activation has its own token',
    seen: 'nothing',
    file: 'storage/journal/fence',
    test: 'of two owners with the same epoch only the one whose token is stored may write',
  },
  {
    moment: 'a decision is impossible (a bug)',
    safe: 'an assertion fails before the answer; the actor is discarded',
    seen: '503',
    file: 'actors/event-actor',
    test: 'discards the actor and refuses its waiting callers, and affects no other event',
  },
  {
    moment: 'a record cannot be replayed (a bug)',
    safe: 'the event is parked until an operator has repaired it',
    seen: '503, an alarm in the log',
    file: 'actors/registry',
    test: 'an event whose journal cannot be replayed',
  },
];

test.each(failures)('$moment: $file › $test', ({ file, test: name }) => {
  const text = readFileSync(join(import.meta.dirname, '..', `${file}.test.ts`), 'utf8');
  // However the formatter has broken the lines.
  const titles = Array.from(text.matchAll(/\b(?:test|describe)\(\s*'([^']*)'/g), ([, title]) => title);
  expect(titles.filter((title) => title === name)).toHaveLength(1);
});
