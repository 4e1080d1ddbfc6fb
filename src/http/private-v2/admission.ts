/** The admission of an event (docs/on-sale.md): how buyers may create sessions. Its actor keeps it. */
import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { utcInstant, uuid } from '#codec/fields.ts';
import type { Reply } from '#domain/commands/registry.ts';
import { claimSecondsDefault } from '#domain/queue/admission.ts';
import type { QueueView } from '#domain/queue/ticket-view.ts';
import { askOwnEvent, type EventAccess } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { keyed } from '../pipeline/idempotency-key.ts';
import { defineRoute, type Route, type RouteSuccess } from '../pipeline/route.ts';

const path = '/api/private/v2.0/events/{id}/admission';
const tag = 'Events';
const byId = z.object({ id: uuid });

const described = {
  opensAt: 'When the line is drawn and begins to be admitted.',
  ratePerMinute: 'Tickets admitted in a minute; 0: paused, null: any number.',
  activeSessionsMax: 'No ticket is admitted while so many sessions are live; null: any number.',
  maxSeatsPerBuyer:
    'Seats and places that one buyer may hold and own in all sessions, by `sub` of the pass; null: any number.',
  claimSeconds: 'How long an admitted ticket opens a session.',
};

const mode = z.enum(['OPEN', 'PASS', 'QUEUE']).meta({
  description:
    'OPEN: anybody may create a session. PASS: a pass of the organization is needed. QUEUE: an admitted ticket.',
});
const rate = z.int().min(0).max(1_000_000);
const sessions = z.int().min(1).max(10_000_000);
const seatsPerBuyer = z.int().min(1).max(1_000_000);
const claimSeconds = z.int().min(10).max(86_400);

const settable = z
  .object({
    mode,
    opensAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .meta({ description: `${described.opensAt} Absent: at once.`, examples: ['2027-05-01T10:00:00Z'] }),
    ratePerMinute: rate.nullish().meta({ description: described.ratePerMinute }),
    activeSessionsMax: sessions.nullish().meta({ description: described.activeSessionsMax }),
    maxSeatsPerBuyer: seatsPerBuyer.nullish().meta({ description: described.maxSeatsPerBuyer }),
    claimSeconds: claimSeconds
      .nullish()
      .meta({ description: `${described.claimSeconds} Absent: ${claimSecondsDefault}.` }),
  })
  .meta({ id: 'AdmissionSettings' });

const count = z.int().min(0);

const queueSummary = z
  .object({
    seedHash: z.string().meta({ description: 'SHA-256 of the seed’s bytes in hex.' }),
    seed: z.string().nullable().meta({ description: 'Null before the draw.' }),
    drawnTickets: count.nullable().meta({ description: 'Tickets in the draw; null before it.' }),
    waiting: count.meta({ description: 'Tickets that are not admitted yet.' }),
    admitted: count.meta({ description: 'Tickets that are admitted and can still open a session.' }),
    claimed: count.meta({ description: 'Tickets that have opened a session.' }),
    lapsed: count.meta({ description: 'Tickets that were admitted and not used in time.' }),
  })
  .meta({ id: 'QueueSummary' });

const shown = z
  .object({
    mode,
    opensAt: utcInstant.nullable().meta({ description: `${described.opensAt} Null: at once.` }),
    ratePerMinute: rate.nullable().meta({ description: described.ratePerMinute }),
    activeSessionsMax: sessions.nullable().meta({ description: described.activeSessionsMax }),
    maxSeatsPerBuyer: seatsPerBuyer.nullable().meta({ description: described.maxSeatsPerBuyer }),
    claimSeconds: claimSeconds.meta({ description: described.claimSeconds }),
    queue: queueSummary.nullable().meta({ description: 'Null while the event never had a queue.' }),
  })
  .meta({ id: 'Admission' });

const wanted = {
  mode: 'QUEUE',
  opensAt: '2027-05-01T10:00:00.000Z',
  ratePerMinute: 600,
  activeSessionsMax: 2_000,
  maxSeatsPerBuyer: null,
  claimSeconds: 120,
};
const summaryExample = {
  seedHash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  seed: null,
  drawnTickets: null,
  waiting: 812,
  admitted: 0,
  claimed: 0,
  lapsed: 0,
};
const answered = {
  200: { description: 'The admission as it is now.', schema: shown, example: { ...wanted, queue: summaryExample } },
};

export function admission(deps: EventAccess): readonly Route[] {
  return [read(deps), set(deps)];
}

type AdmissionReply = Extract<Reply, { kind: 'admission' }>;

function presentAdmission({ admission: { opensAt, maxSeatsPerBuyer, ...rest }, queue }: AdmissionReply): RouteSuccess {
  return {
    status: 200,
    body: {
      ...rest,
      maxSeatsPerBuyer: maxSeatsPerBuyer ?? null,
      opensAt: opensAt === null ? null : new Date(opensAt).toISOString(),
      queue: queue === null ? null : summaryOf(queue),
    },
  };
}

function summaryOf({ seedHash, seed, drawnTickets, tickets }: QueueView): z.input<typeof queueSummary> {
  const { WAITING: waiting, ADMITTED: admitted, CLAIMED: claimed, LAPSED: lapsed } = tickets;
  return { seedHash, seed, drawnTickets, waiting, admitted, claimed, lapsed };
}

function read(deps: EventAccess): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'getAdmission',
    access: may('VIEWER', 'params.id'),
    summary: 'Read how buyers are admitted',
    description: 'OPEN until it is set.',
    tag,
    caller: 'organization',
    params: byId,
    responses: answered,
    errors: ['ENTITY_NOT_FOUND'],
    handle: (request) =>
      askOwnEvent(deps, request, request.params.id, { kind: 'read-admission' }, 'admission', presentAdmission),
  });
}

/** The seed of a draw, and the hash that commits to it. */
function newSeed(): { readonly seed: string; readonly seedHash: string } {
  const seed = randomBytes(32);
  return { seed: seed.toString('hex'), seedHash: hash('sha256', seed) };
}

function set(deps: EventAccess): Route {
  return defineRoute({
    method: 'PUT',
    path,
    operationId: 'setAdmission',
    access: may('MANAGER', 'params.id'),
    summary: 'Set how buyers are admitted',
    description: 'The body is the whole admission: an absent member is reset. In force for every create that follows.',
    tag,
    caller: 'organization',
    params: byId,
    body: settable,
    requestExample: wanted,
    responses: answered,
    errors: ['ENTITY_NOT_FOUND'],
    handle: (request) => {
      const { body, params } = request;
      const opensAt = body.opensAt ?? null;
      const maxSeatsPerBuyer = body.maxSeatsPerBuyer ?? null;
      const admission = {
        mode: body.mode,
        opensAt: opensAt === null ? null : Date.parse(opensAt),
        ratePerMinute: body.ratePerMinute ?? null,
        activeSessionsMax: body.activeSessionsMax ?? null,
        claimSeconds: body.claimSeconds ?? claimSecondsDefault,
        ...(maxSeatsPerBuyer === null ? {} : { maxSeatsPerBuyer }),
      };
      const command = { kind: 'set-admission', admission, seed: newSeed(), ...keyed(request) } as const;
      return askOwnEvent(deps, request, params.id, command, 'admission', presentAdmission);
    },
  });
}
