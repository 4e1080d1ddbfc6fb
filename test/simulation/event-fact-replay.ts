/** Applies facts of the event's status, prices and remembered answers to the reference model. Returns what is wrong, or null. */
import type { Fact } from '#domain/fact.ts';
import { unknownFact } from '#domain/unknown-fact.ts';
import type { ReferenceModel } from './reference-model.ts';

/** The ids that facts name by number. */
export interface FactNames {
  readonly sessionId: (ordinal: number) => string;
  readonly areaId: (index: number) => number;
  /** Whether the layout gives the area no capacity. */
  readonly isSizedByEvent: (index: number) => boolean;
}

type EventFact = Extract<
  Fact,
  {
    type:
      | 'status-changed'
      | 'prices-defined'
      | 'prices-renamed'
      | 'price-deleted'
      | 'areas-sized'
      | 'priced'
      | 'answered'
      | 'session-answered';
  }
>;

export function applyEventFact(model: ReferenceModel, names: FactNames, fact: EventFact, now: number): string | null {
  const expect = (actual: string): string | null =>
    actual === 'done' ? null : `${fact.type} happened, but the model answers ${actual}`;
  switch (fact.type) {
    case 'status-changed':
      return expect(model.setStatus(fact.status, now));
    case 'prices-defined':
      return model.define(fact.prices) === 'prices' ? null : 'prices were defined, but the model refuses them';
    case 'prices-renamed':
      for (const { price, ...terms } of fact.terms ?? []) model.setTerms(price, 'none' in terms ? {} : terms);
      return null;
    case 'price-deleted':
      return model.prices.delete(fact.price) ? null : `price ${fact.price} was not there`;
    case 'areas-sized':
      // The `priced` fact that follows in the same record says how many places are on sale.
      return null;
    case 'priced':
      for (const [area, count] of fact.areas ?? []) {
        const id = names.areaId(area);
        const taken = names.isSizedByEvent(area) ? model.naive.takenIn(id) : 0;
        model.offer(id, count + taken);
      }
      return null;
    case 'answered': {
      const { key, body, answer } = fact;
      const told = 'refusal' in answer ? answer.refusal.code : 'done' in answer ? String(answer.done) : 'done';
      const chosen = 'seats' in answer ? answer.seats : undefined;
      model.keys.remember(key, { body, answer: 'prices' in answer ? 'prices' : told, chosen }, null);
      return null;
    }
    case 'session-answered': {
      const session = model.naive.sessions.get(names.sessionId(fact.session));
      const answer = fact.refusal?.code ?? session?.state ?? 'nobody';
      if (fact.isPublic !== true) model.keys.remember(fact.key, { body: fact.body, answer }, null);
      else if (session !== undefined) model.keys.remember(fact.key, { body: fact.body, answer }, session);
      return null;
    }
    default:
      return unknownFact(fact);
  }
}
