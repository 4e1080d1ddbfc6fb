/** The facts of how the event admits buyers: its admission, and the tickets of its queue. */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { AdmissionFact } from '../queue/admission-fact.ts';
import { Draw } from '../queue/draw.ts';
import { countedFrom, type FreedPlaces, freedPerMinute, withAdmitted } from '../queue/freed-places.ts';
import { isUsedUp, paceAfter, paceOfFirst } from '../queue/pace.ts';
import { Queue } from '../queue/queue.ts';
import type { Definitions } from './definition.ts';

export const admissionFacts: Definitions<AdmissionFact> = {
  'admission-set': { membersSince: { maxSeatsPerBuyer: 2 }, apply: setAdmission },
  'queue-begun': {
    apply(state, fact) {
      assert(state.queue === null, 'an event has one queue');
      state.queue = new Queue(fact.seed, fact.seedHash);
    },
  },
  joined: {
    apply(state, fact, at) {
      const queue = queueOf(state);
      assert(fact.first === queue.keys.count, () => `ticket ${fact.first} cannot follow ${queue.keys.count}`);
      if (queue.draw !== null && queue.waiting === 0) {
        queue.pace = paceOfFirst(queue.pace, state.admission.ratePerMinute, at);
      }
      queue.keys.add(fact.keys);
    },
  },
  drawn: {
    apply(state, fact, at) {
      const queue = queueOf(state);
      assert(queue.draw === null, 'a queue is drawn once');
      assert(fact.seed === queue.seed && fact.count === queue.keys.count, 'the draw is not of this queue');
      queue.draw = new Draw(fact.seed, fact.count);
      queue.pace = { from: Math.min(at, state.admission.opensAt ?? at), taken: 0 };
    },
  },
  admitted: { apply: (state, fact, at) => admit(state, queueOf(state), fact, at) },
  claimed: {
    apply(state, fact) {
      const queue = queueOf(state);
      const place = queue.placeOf(fact.ticket);
      assert(place !== null && fact.ticket < queue.keys.count, () => `ticket ${fact.ticket} has no place`);
      queue.claim(place);
    },
  },
  lapsed: {
    apply(state, fact) {
      const queue = queueOf(state);
      assert(fact.upTo > queue.lapsedUpTo && fact.upTo <= queue.admitted, () => `place ${fact.upTo} cannot lapse`);
      queue.lapsed += queue.unclaimedUpTo(fact.upTo);
      queue.lapsedUpTo = fact.upTo;
      queue.windows = queue.windows.filter(({ upTo }) => upTo > fact.upTo);
    },
  },
};

function queueOf({ queue }: EventState): Queue {
  assert(queue !== null, 'the event has no queue');
  return queue;
}

function setAdmission(state: EventState, fact: Extract<Fact, { type: 'admission-set' }>, at: number): void {
  const { type: _type, by: _by, ...admission } = fact;
  const { mode, opensAt, ratePerMinute, activeSessionsMax } = state.admission;
  state.admission = admission;
  if (state.queue !== null && activeSessionsMax !== admission.activeSessionsMax) state.queue.freed = null;
  const isOtherPace =
    mode !== admission.mode || opensAt !== admission.opensAt || ratePerMinute !== admission.ratePerMinute;
  if (isOtherPace) restartPace(state, at);
}

/** Time that has passed earns no tickets: the rate counts from now, or from the opening when that is later. */
export function restartPace({ queue, admission }: EventState, at: number): void {
  if (queue === null) return;
  queue.pace = { from: Math.max(at, admission.opensAt ?? at), taken: 0 };
  queue.freed = null;
}

function admit(state: EventState, queue: Queue, fact: Extract<Fact, { type: 'admitted' }>, at: number): void {
  const { upTo, deadline } = fact;
  assert(queue.draw !== null, 'nobody is admitted before the draw');
  assert(upTo > queue.admitted && upTo <= queue.keys.count, () => `place ${upTo} cannot be admitted`);
  const last = queue.windows.at(-1);
  assert(last === undefined || deadline >= last.deadline, 'a later place lapses earlier');
  queue.freed = freedAfter(state, queue, upTo, at);
  queue.pace = paceAfter(queue.pace, state.admission.ratePerMinute, at, upTo - queue.admitted);
  const kept = last?.deadline === deadline ? queue.windows.slice(0, -1) : queue.windows;
  queue.windows = [...kept, { upTo, deadline }];
  queue.admitted = upTo;
}

/**
 * Admissions are counted while the bound on live sessions holds tickets back. As long as the rate or the end of the line
 * does, the count begins anew: the first sessions of a sale do not take places that came free.
 */
function freedAfter(
  { admission }: EventState,
  { freed, pace, keys, admitted }: Queue,
  upTo: number,
  at: number,
): FreedPlaces | null {
  if (admission.activeSessionsMax === null) return null;
  const count = upTo - admitted;
  if (freed === null || upTo === keys.count) return countedFrom(at);
  const isByRate = freedPerMinute(freed, at) === null && isUsedUp(pace, admission.ratePerMinute, at, count);
  return isByRate ? countedFrom(at) : withAdmitted(freed, count, at);
}
