/**
 * The activity of one event: its totals now, and samples of the last hour for plots. The samples come
 * from the memory of all nodes; a node that does not answer leaves a gap.
 */
import { z } from 'zod';
import { mergeTables, rowsMax, stepMs, type TimedSample } from '#activity/sample-table.ts';
import type { SampleRequests } from '#cluster/sample-requests.ts';
import { eventTotals, eventTotalsExample, presentTotals } from '#codec/answers/event-totals.ts';
import { shownAs, utcInstant, uuid, wholeNumberText } from '#codec/fields.ts';
import { type EventAccess, findOwnEvent } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { unknownEvent } from '../refusals.ts';

export interface ActivityDeps extends EventAccess {
  readonly samples: Pick<SampleRequests, 'tablesOf'>;
  readonly now: () => number;
}

const counts = (description: string) => z.array(z.int().min(0)).max(rowsMax).meta({ description });
const milliseconds = (description: string) => z.array(z.number().min(0).nullable()).max(rowsMax).meta({ description });

const columns = z
  .object({
    at: counts('The end of each step, in seconds since 1970; ascending. Steps without a sample are left out.'),
    created: counts('Sessions created during the step.'),
    holds: counts('Calls that held seats or places.'),
    checkouts: counts('Sessions checked out.'),
    confirmations: counts('Sessions confirmed.'),
    expiries: counts('Sessions and locks whose time ran out.'),
    activeSessions: counts('Live sessions in the state ACTIVE at the end of the step.'),
    pendingSessions: counts('Live sessions in the state PENDING_PAYMENT.'),
    waiting: counts('Tickets that wait in the queue.'),
    admitted: counts('Tickets that are admitted and have not opened a session yet.'),
    appendMs: milliseconds(
      'Mean time until an append of the journal was durable, on the nodes that had the event; null: there was none.',
    ),
    slowestAppendMs: milliseconds('The longest such time; null: there was no append.'),
  })
  .meta({ id: 'ActivitySamples' });

const activity = z
  .object({
    eventId: z.uuid(),
    serverTime: utcInstant,
    stepSeconds: z.int().meta({ description: 'Seconds that each sample covers.' }),
    isComplete: z.boolean().meta({ description: 'Whether every node answered.' }),
    totals: eventTotals,
    samples: columns,
  })
  .meta({ id: 'EventActivity' });

const example: z.output<typeof activity> = {
  eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  serverTime: '2027-05-01T10:15:02.120Z',
  stepSeconds: stepMs / 1_000,
  isComplete: true,
  totals: eventTotalsExample,
  samples: {
    at: [1_809_166_500],
    created: [52],
    holds: [131],
    checkouts: [40],
    confirmations: [37],
    expiries: [3],
    activeSessions: [71],
    pendingSessions: [14],
    waiting: [812],
    admitted: [6],
    appendMs: [1.84],
    slowestAppendMs: [6.2],
  },
};

export function activityRoutes({ engine, events, samples, now }: ActivityDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/private/v2.0/events/{id}/activity/',
      operationId: 'getEventActivity',
      access: may('VIEWER', 'params.id'),
      summary: 'Read the activity of an event',
      description:
        'Totals as they are now, and a sample for every five seconds of the last hour in which the event was live. The samples are ' +
        'kept in memory by the nodes that had the event, and are gone when a node restarts.',
      tag: 'Events',
      caller: 'organization',
      params: z.object({ id: uuid }),
      query: z.object({
        after: wholeNumberText(0, Number.MAX_SAFE_INTEGER)
          .optional()
          .meta({
            description: 'Only later samples; seconds since 1970.',
            ...shownAs({ type: 'integer', minimum: 0 }),
          }),
      }),
      responses: { 200: { description: 'Totals and samples.', schema: activity, example } },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ params, query, organizationId }) => {
        const event = await findOwnEvent({ events }, organizationId, params.id);
        if (event === null) return unknownEvent;
        const [answer, { tables, isComplete }] = await Promise.all([
          engine.ask(event.eventNumber, { kind: 'read-totals' }),
          samples.tablesOf(event.eventNumber),
        ]);
        const rows = mergeTables(tables).filter(({ slot }) => secondsOf(slot) > (query.after ?? 0));
        return presentAnswer(answer, 'totals', ({ totals }) => ({
          status: 200,
          body: {
            eventId: params.id,
            serverTime: new Date(now()).toISOString(),
            stepSeconds: stepMs / 1_000,
            isComplete,
            totals: presentTotals(totals),
            samples: columnsOf(rows),
          },
        }));
      },
    }),
  ];
}

function secondsOf(slot: number): number {
  return (slot * stepMs) / 1_000;
}

function columnsOf(rows: readonly TimedSample[]): z.output<typeof columns> {
  const column = (read: (sample: TimedSample['sample']) => number): number[] => rows.map(({ sample }) => read(sample));
  return {
    at: rows.map(({ slot }) => secondsOf(slot)),
    created: column(({ created }) => created),
    holds: column(({ holds }) => holds),
    checkouts: column(({ checkouts }) => checkouts),
    confirmations: column(({ confirmations }) => confirmations),
    expiries: column(({ expiries }) => expiries),
    activeSessions: column(({ active }) => active),
    pendingSessions: column(({ pending }) => pending),
    waiting: column(({ waiting }) => waiting),
    admitted: column(({ admitted }) => admitted),
    appendMs: rows.map(({ sample: { appends, appendMicros } }) => millisecondsOf(appendMicros, appends)),
    slowestAppendMs: rows.map(({ sample: { appends, slowestAppendMicros } }) =>
      appends === 0 ? null : slowestAppendMicros / 1_000,
    ),
  };
}

/** Milliseconds with two decimals. */
function millisecondsOf(micros: number, appends: number): number | null {
  return appends === 0 ? null : Math.round(micros / appends / 10) / 100;
}
