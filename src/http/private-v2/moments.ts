/**
 * An event's inventory after one of its records, or at a time (`GET /events/{id}/at/`). A thread reads it, one at a
 * time for each organization.
 */
import { z } from 'zod';
import { eventMoment, momentExample } from '#codec/answers/moment.ts';
import { fieldError } from '#codec/check.ts';
import { uuid, wholeNumberText } from '#codec/fields.ts';
import type { EventDirectory } from '#storage/catalog/events.ts';
import type { MomentOutcome, Wanted } from '#storage/history/moment-outcome.ts';
import { findOwnOrArchived } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { invalid, readingPast, unknownEvent, unreadableArchive } from '../refusals.ts';

export type EncodedMoment =
  | Exclude<MomentOutcome, { readonly outcome: 'found' }>
  | { readonly outcome: 'found'; readonly text: Uint8Array };

export interface MomentDeps {
  readonly events: EventDirectory;
  readonly now: () => number;
  /** Rejects with a `Fault` when too many wait, or when it takes too long. */
  readonly readMoment: (organizationId: number, eventNumber: number, wanted: Wanted) => Promise<EncodedMoment>;
}

export function moments(deps: MomentDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/api/private/v2.0/events/{id}/at/',
    operationId: 'getEventAt',
    access: may('VIEWER', 'params.id'),
    summary: 'Read the inventory of an event as it was',
    description:
      'The state of each seat and the places of each area after the record with this `sequence`, or after the last one that was decided ' +
      'at `time` or before; without both, as it is now. Of an event in an archive it is read from the file. One call of an organization at a time; others get 503.',
    tag: 'Evidence',
    caller: 'organization',
    params: z.object({ id: uuid }),
    query: z.object({
      sequence: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'Number of a record of the event.' }),
      time: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: 'A time with its offset, such as 2027-05-01T10:15:00Z.' }),
    }),
    responses: { 200: { description: 'The inventory as it was.', schema: eventMoment, example: momentExample } },
    errors: ['ENTITY_NOT_FOUND', 'HISTORY_TRIMMED'],
    handle: async ({ params, query, organizationId }) => {
      const wanted = wantedIn(query, deps.now());
      if ('problem' in wanted) return wanted;
      const event = await findOwnOrArchived(deps, organizationId, params.id);
      if (event === null) return unknownEvent;
      return presented(await deps.readMoment(organizationId, event.eventNumber, wanted));
    },
  });
}

type Sent = { readonly sequence?: number | undefined; readonly time?: string | undefined };

function wantedIn({ sequence, time }: Sent, now: number): Wanted | ReturnType<typeof invalid> {
  if (sequence !== undefined && time !== undefined) {
    return invalid(fieldError('time', 'NULL', 'must not be sent beside sequence', time));
  }
  if (sequence !== undefined) return { sequence };
  if (time === undefined) return { time: now };
  const at = Date.parse(time);
  return at > now ? invalid(fieldError('time', 'MAX', 'must not be in the future', time)) : { time: at };
}

function presented(read: EncodedMoment): RouteResult {
  switch (read.outcome) {
    case 'found':
      return { status: 200, content: pieceOf(read.text) };
    case 'future':
      return invalid(fieldError('sequence', 'MAX', `must be at most ${read.last}, the event's last record`));
    case 'before':
      return invalid(fieldError('time', 'MIN', 'must not be before the event was created'));
    case 'trimmed': {
      const detail = `The inventory can be read from record ${read.first} on: what was before is not kept any more.`;
      return { problem: { code: 'HISTORY_TRIMMED', detail } };
    }
    case 'busy':
      return readingPast;
    case 'unreadable':
      return unreadableArchive(read.reason);
    case 'unknown':
      return unknownEvent;
  }
}

async function* pieceOf(text: Uint8Array): AsyncGenerator<Uint8Array> {
  yield text;
}
