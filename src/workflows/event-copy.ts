/**
 * Copies an event: asks it for its contents, then creates the copy with its first facts in one transaction. A crash before the
 * last step leaves unused price ids only.
 */
import type { Engine } from '#actors/engine.ts';
import { Fault } from '#actors/fault.ts';
import type { EventStatus } from '#domain/fact.ts';
import { createCopy } from '#storage/catalog/event-copies.ts';
import { type EventDetails, type EventRecord, find } from '#storage/catalog/events.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { askTemplate, copiedFacts } from './copied-opening.ts';
import type { RefusedByEvent } from './permitted-change.ts';

/** The original can move to another schema, or be deleted, between the look-up and the insert. */
const attemptsMax = 5;

export interface EventCopyWorld {
  readonly engine: Engine;
  readonly pool: DatabasePool;
}

interface Copied {
  readonly outcome: 'copied';
  readonly event: EventRecord;
}

interface UnknownEvent {
  readonly outcome: 'unknown-event';
}

export interface NewCopy extends EventDetails {
  readonly status: EventStatus;
}

/** Rejects with a `Fault` after `attemptsMax` attempts. */
export async function copyEvent(
  { engine, pool }: EventCopyWorld,
  changes: CallChanges,
  organizationId: number,
  eventId: string,
  wanted: NewCopy,
): Promise<Copied | UnknownEvent | RefusedByEvent> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const original = await find(pool, organizationId, eventId);
    if (original === null) return { outcome: 'unknown-event' };
    const read = await askTemplate(engine, original.number);
    if (read.outcome !== 'template') return read;
    const facts = await copiedFacts(pool, read.template, original.start, wanted.start);
    const event = await createCopy(changes, original, wanted, { closesAt: null, facts });
    if (event !== null) return { outcome: 'copied', event };
    await changes.undo();
  }
  throw new Fault('UNAVAILABLE', 'The event is changing too fast.');
}
