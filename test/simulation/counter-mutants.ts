/** Mutants of the counter: its sessions are taken for those of buyers, or its holds end at another time. */
import { type Mutant, one } from './mutant.ts';

const counter = 'src/domain/session/counter.ts';

export const counterMutants: readonly Mutant[] = [
  one(
    'counter: a checkout ends the hold after the time to pay',
    counter,
    'graceMs: (deadline ?? now) - now',
    'graceMs: policy.graceMs',
  ),
  one('counter: it has the cap of buyers', counter, 'maxSeats: counterSeatsMax, ', ''),
  one('counter: a hold is moved into the past', counter, 'until > now && ', ''),
  one(
    'counter: another organization opens sessions',
    counter,
    'organizationId !== policy.organizationId',
    'organizationId === 0',
  ),
  one(
    'counter: its holds keep those back who wait',
    'src/domain/queue/decide-queue.ts',
    'liveSessions.PENDING_PAYMENT - counterHolds',
    'liveSessions.PENDING_PAYMENT - 0 * counterHolds',
  ),
  one(
    'counter: it may take what buyers may take',
    'src/domain/allotments/may-take.ts',
    'allotments === null || asker.counter === true ?',
    'allotments === null ?',
  ),
  one(
    'counter: it takes the places of allotments only as their audience',
    'src/domain/allotments/places.ts',
    'this.#session.counter === true || ',
    '',
  ),
  one(
    'counter: the hold that was moved ends at the old time',
    'src/domain/facts/sessions.ts',
    '    follow: (deadlines, { session, deadline }) => deadlines.begin(session, deadline),\n  },\n  held: {',
    '  },\n  held: {',
  ),
  one(
    'counter: a session is a buyer’s after it was opened',
    'src/domain/session/apply-session.ts',
    '    ...(fact.counter === undefined ? {} : { counter: fact.counter }),\n',
    '',
  ),
];
