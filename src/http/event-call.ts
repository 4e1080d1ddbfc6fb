/**
 * A call of an organization on one of its events: finds the event, asks it and presents the answer. An event of another
 * organization is answered as unknown.
 */
import type { Engine } from '#actors/engine.ts';
import type { Author } from '#domain/author.ts';
import type { Command } from '#domain/command.ts';
import type { Reply } from '#domain/commands/registry.ts';
import { isInArchive } from '#storage/catalog/archived-events.ts';
import { type EventAddress, type EventDirectory, type EventRecord, find } from '#storage/catalog/events.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import { presentAnswer } from './pipeline/answer.ts';
import { askedBy } from './pipeline/asked-by.ts';
import { ProblemError } from './pipeline/problem.ts';
import type { RouteResult } from './pipeline/route.ts';
import { archivedEvent, unknownEvent } from './refusals.ts';

/** What finds events and asks them. */
export interface EventAccess {
  readonly engine: Engine;
  readonly events: EventDirectory;
}

/** The organization's event; null: there is none. Throws the problem when its rows are in an archive. */
export async function findOwnEvent(
  { events }: Pick<EventAccess, 'events'>,
  organizationId: number,
  eventId: string,
): Promise<EventAddress | null> {
  const event = await findOwnOrArchived({ events }, organizationId, eventId);
  return event === null ? null : unlessArchived(event);
}

/**
 * As `findOwnEvent`, by the catalog as it is now: what this node remembers is old until a notification comes. For reads that have
 * found no rows of the event.
 */
export function findOwnEventAnew(
  { events }: Pick<EventAccess, 'events'>,
  organizationId: number,
  eventId: string,
): Promise<EventAddress | null> {
  events.drop(eventId);
  return findOwnEvent({ events }, organizationId, eventId);
}

/** The organization's event, also one in an archive; null: there is none. */
export async function findOwnOrArchived(
  { events }: Pick<EventAccess, 'events'>,
  organizationId: number,
  eventId: string,
): Promise<EventAddress | null> {
  const event = await events.find(eventId);
  return event?.organizationId === organizationId ? event : null;
}

/** The event, or the thrown problem: many calls look an event up, and all answer the same then. */
export function unlessArchived<Event extends { readonly isArchived: boolean }>(event: Event): Event {
  if (event.isArchived) throw new ProblemError(archivedEvent);
  return event;
}

/** The row of the organization's event; null: there is none. Throws the problem when its rows are in an archive. */
export async function findEventRow(
  pool: DatabasePool,
  organizationId: number,
  eventId: string,
): Promise<EventRecord | null> {
  const event = await find(pool, organizationId, eventId);
  if (event === null && (await isInArchive(pool, organizationId, eventId))) throw new ProblemError(archivedEvent);
  return event;
}

/** Asks the organization's event, and presents the reply, which must be of this kind. */
export async function askOwnEvent<Kind extends Reply['kind']>(
  deps: EventAccess,
  { organizationId, by }: { readonly organizationId: number; readonly by: Author | null },
  eventId: string,
  command: Command,
  kind: Kind,
  present: (reply: Extract<Reply, { readonly kind: Kind }>) => RouteResult | Promise<RouteResult>,
): Promise<RouteResult> {
  const event = await findOwnEvent(deps, organizationId, eventId);
  if (event === null) return unknownEvent;
  return presentAnswer(await deps.engine.ask(event.eventNumber, { ...command, ...askedBy({ by }) }), kind, present);
}
