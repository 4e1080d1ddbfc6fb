/** Applies facts of the admission and of the queue. Never refuses; asserts. */
import { assert, unknownFact } from '../assert.ts';
import type { EventState } from '../event-state.ts';
import type { AdmissionFact, Fact } from '../fact.ts';
import { Draw } from './draw.ts';
import { paceAfter, paceOfFirst } from './pace.ts';
import { Queue } from './queue.ts';

export function applyAdmissionFact(state: EventState, fact: AdmissionFact, at: number): void {
  if (fact.type === 'admission-set') {
    setAdmission(state, fact, at);
    return;
  }
  if (fact.type === 'queue-begun') {
    assert(state.queue === null, 'an event has one queue');
    state.queue = new Queue(fact.seed, fact.seedHash);
    return;
  }
  const { queue } = state;
  assert(queue !== null, () => `${fact.type} happened to an event without a queue`);
  applyQueueFact(state, queue, fact, at);
}

type QueueFact = Exclude<AdmissionFact, { type: 'admission-set' | 'queue-begun' }>;

function applyQueueFact(state: EventState, queue: Queue, fact: QueueFact, at: number): void {
  switch (fact.type) {
    case 'joined':
      assert(fact.first === queue.keys.count, () => `ticket ${fact.first} cannot follow ${queue.keys.count}`);
      if (queue.draw !== null && queue.waiting === 0) {
        queue.pace = paceOfFirst(queue.pace, state.admission.ratePerMinute, at);
      }
      queue.keys.add(fact.keys);
      return;
    case 'drawn':
      assert(queue.draw === null, 'a queue is drawn once');
      assert(fact.seed === queue.seed && fact.count === queue.keys.count, 'the draw is not of this queue');
      queue.draw = new Draw(fact.seed, fact.count);
      queue.pace = { from: Math.min(at, state.admission.opensAt ?? at), taken: 0 };
      return;
    case 'admitted':
      admit(state, queue, fact, at);
      return;
    case 'claimed': {
      const place = queue.placeOf(fact.ticket);
      assert(place !== null && fact.ticket < queue.keys.count, () => `ticket ${fact.ticket} has no place`);
      queue.claim(place);
      return;
    }
    case 'lapsed':
      assert(fact.upTo > queue.lapsedUpTo && fact.upTo <= queue.admitted, () => `place ${fact.upTo} cannot lapse`);
      queue.lapsed += queue.unclaimedUpTo(fact.upTo);
      queue.lapsedUpTo = fact.upTo;
      queue.windows = queue.windows.filter(({ upTo }) => upTo > fact.upTo);
      return;
    default:
      unknownFact(fact);
  }
}

function setAdmission(state: EventState, fact: Extract<Fact, { type: 'admission-set' }>, at: number): void {
  const { type, ...admission } = fact;
  const { mode, opensAt, ratePerMinute } = state.admission;
  state.admission = admission;
  const isOtherPace =
    mode !== admission.mode || opensAt !== admission.opensAt || ratePerMinute !== admission.ratePerMinute;
  if (isOtherPace) restartPace(state, at);
}

/** Time that has passed earns no tickets: the rate counts from now, or from the opening when that is later. */
export function restartPace({ queue, admission }: EventState, at: number): void {
  if (queue !== null) queue.pace = { from: Math.max(at, admission.opensAt ?? at), taken: 0 };
}

function admit(state: EventState, queue: Queue, fact: Extract<Fact, { type: 'admitted' }>, at: number): void {
  const { upTo, deadline } = fact;
  assert(queue.draw !== null, 'nobody is admitted before the draw');
  assert(upTo > queue.admitted && upTo <= queue.keys.count, () => `place ${upTo} cannot be admitted`);
  const last = queue.windows.at(-1);
  assert(last === undefined || deadline >= last.deadline, 'a later place lapses earlier');
  queue.pace = paceAfter(queue.pace, state.admission.ratePerMinute, at, upTo - queue.admitted);
  const kept = last?.deadline === deadline ? queue.windows.slice(0, -1) : queue.windows;
  queue.windows = [...kept, { upTo, deadline }];
  queue.admitted = upTo;
}
