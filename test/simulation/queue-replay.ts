/** Applies facts of the admission and the queue to the reference model. Returns what is wrong, or null. */

import type { Fact } from '#domain/fact.ts';
import type { AdmissionFact } from '#domain/queue/admission-fact.ts';
import { unknownFact } from '#domain/unknown-fact.ts';
import { keptLength } from './naive-queue.ts';
import type { ReferenceModel } from './reference-model.ts';

/** The facts that time brings about. */
export type TimedQueueFact = Extract<Fact, { type: 'drawn' | 'admitted' | 'lapsed' }>;

export function isTimed(fact: Fact | undefined): fact is TimedQueueFact {
  return fact?.type === 'drawn' || fact?.type === 'admitted' || fact?.type === 'lapsed';
}

export function applyQueueFact(model: ReferenceModel, fact: AdmissionFact, now: number): string | null {
  const { queue } = model;
  switch (fact.type) {
    case 'admission-set': {
      const { mode, opensAt, ratePerMinute, activeSessionsMax, claimSeconds, maxSeatsPerBuyer } = fact;
      const caps = maxSeatsPerBuyer === undefined ? {} : { maxSeatsPerBuyer };
      const admission = { mode, opensAt, ratePerMinute, activeSessionsMax, claimSeconds, ...caps };
      model.setAdmission(admission, now);
      return null;
    }
    case 'queue-begun':
      return queue.begin(fact);
    case 'joined':
      return applyJoined(model, fact, now);
    case 'drawn':
      return queue.draw(fact, now);
    case 'admitted':
      return model.isOnSale
        ? queue.admit(fact, now, model.countedSessions(now))
        : 'tickets were admitted without a sale';
    case 'lapsed':
      return queue.lapse(fact, now);
    case 'claimed': {
      if (queue.admission.mode !== 'QUEUE') return 'a ticket was claimed in an event without a queue';
      const refusal = queue.enter({ kind: 'ticket', ticket: fact.ticket }, now);
      return refusal === null ? null : `ticket ${fact.ticket} was claimed, but the model answers ${refusal}`;
    }
    default:
      return unknownFact(fact);
  }
}

function applyJoined(model: ReferenceModel, { first, keys }: Extract<Fact, { type: 'joined' }>, now: number) {
  const { queue } = model;
  if (first !== queue.keys.length) return `ticket ${first} came after ${queue.keys.length} tickets`;
  if (queue.isDrawDue(now)) return 'a ticket came after the opening and before the draw';
  for (let at = 0; at < keys.length; at += keptLength) {
    const answer = model.join(keys.slice(at, at + keptLength), now);
    if (answer !== 'ticket') return `a ticket joined, but the model answers ${answer}`;
  }
  return queue.keys.length === first + keys.length / keptLength ? null : 'one key has two tickets';
}
