/**
 * A call of an organization on one of its events: finds the event, asks it and presents the answer. An event of another
 * organization is answered as unknown.
 */
import type { Engine } from '#actors/engine.ts';
import type { Command } from '#domain/command.ts';
import type { Reply } from '#domain/commands/registry.ts';
import type { EventAddress, EventDirectory } from '#storage/catalog/events.ts';
import { presentAnswer } from './pipeline/answer.ts';
import type { RouteResult } from './pipeline/route.ts';
import { unknownEvent } from './refusals.ts';

/** What finds events and asks them. */
export interface EventAccess {
  readonly engine: Engine;
  readonly events: EventDirectory;
}

/** The organization's event; null: there is none. */
export async function findOwnEvent(
  { events }: Pick<EventAccess, 'events'>,
  organizationId: number,
  eventId: string,
): Promise<EventAddress | null> {
  const event = await events.find(eventId);
  return event?.organizationId === organizationId ? event : null;
}

/** Asks the organization's event, and presents the reply, which must be of this kind. */
export async function askOwnEvent<Kind extends Reply['kind']>(
  deps: EventAccess,
  { organizationId }: { readonly organizationId: number },
  eventId: string,
  command: Command,
  kind: Kind,
  present: (reply: Extract<Reply, { readonly kind: Kind }>) => RouteResult | Promise<RouteResult>,
): Promise<RouteResult> {
  const event = await findOwnEvent(deps, organizationId, eventId);
  if (event === null) return unknownEvent;
  return presentAnswer(await deps.engine.ask(event.eventNumber, command), kind, present);
}
