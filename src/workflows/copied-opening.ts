/**
 * The first facts of an event that copies another one: asks the original for its contents, and takes new ids for the prices and
 * allotments and a new seed for the queue. Changes nothing but the sequence of price ids.
 */
import { hash, randomBytes, randomUUID } from 'node:crypto';
import type { Engine } from '#actors/engine.ts';
import type { OpeningFact } from '#domain/series/opening-fact.ts';
import { saleRuleFacts } from '#domain/series/sale-rules.ts';
import { openingFacts, type Template } from '#domain/series/template.ts';
import { allocatePriceIds } from '#storage/catalog/price-ids.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import type { RefusedByEvent } from './permitted-change.ts';

interface ReadTemplate {
  readonly outcome: 'template';
  /** As of one record of the event's journal. */
  readonly template: Template;
}

/** Rejects with a `Fault`. */
export async function askTemplate(engine: Engine, eventNumber: number): Promise<ReadTemplate | RefusedByEvent> {
  const answer = await engine.ask(eventNumber, { kind: 'read-template' });
  if (!answer.ok) return { outcome: 'refused', refusal: answer.refusal };
  if (answer.reply.kind !== 'template') throw new Error(`expected a template, got ${answer.reply.kind}`);
  return { outcome: 'template', template: answer.reply.template };
}

/** `from`, `to`: canonical local date-times, of the original's start and of the copy's. */
export async function copiedFacts(
  pool: DatabasePool,
  template: Template,
  from: string,
  to: string,
): Promise<readonly OpeningFact[]> {
  const facts = openingFacts(template, await allocatePriceIds(pool, template.prices.length));
  const { rules } = template;
  if (rules === undefined) return facts;
  const bytes = randomBytes(32);
  const own = {
    allotmentIds: rules.allotments.map(() => randomUUID()),
    seed: { seed: bytes.toString('hex'), seedHash: hash('sha256', bytes) },
    laterMs: timeOf(to) - timeOf(from),
  };
  return [...facts, ...saleRuleFacts(rules, own)];
}

/** By the clock of the venue, so that a window keeps its time of day when the clocks change between both dates. */
function timeOf(local: string): number {
  return Date.parse(`${local}Z`);
}
