/** The history of a seat or an area in answers: its changes, who made each, and where the history begins. */
import { z } from 'zod';
import type { AreaCounts, AreaEntry, DecidedBy, SeatEntry } from '#domain/history/history-block.ts';
import type { SeatState } from '#domain/seats/inventory.ts';
import { utcInstant } from '../fields.ts';

/** As the interface names the states of seats here: what can be booked is AVAILABLE. */
const shownStates = ['AVAILABLE', 'LOCKED', 'SOLD', 'BLOCKED'] as const;

const state = (when: string) =>
  z
    .enum(shownStates)
    .nullable()
    .meta({ description: `The state ${when} the change; null: the event did not have the seat.` });
const places = (when: string) =>
  areaPlaces.nullable().meta({ description: `The places ${when} the change; null: the event did not have the area.` });
const count = (description: string) => z.int().min(0).meta({ description });

export const areaPlaces = z
  .object({
    available: count('Neither held, sold, blocked nor withheld from sale.'),
    locked: count('Held by sessions, or locked by the organization.'),
    sold: count('Sold, by sessions or privately.'),
    blocked: count('Blocked by the organization.'),
  })
  .meta({ id: 'AreaPlaces' });

const author = z
  .object({
    kind: z.enum(['SESSION', 'ACCOUNT', 'KEY', 'TIME']).meta({ description: 'What decided it.' }),
    id: z
      .string()
      .nullable()
      .meta({
        description:
          'SESSION: the session’s id, null once its row has been deleted. ACCOUNT: the id of the account that was logged in. KEY: ' +
          '`organization-token`, `private-key` or `tenant-token`. TIME: null.',
      }),
  })
  .nullable()
  .meta({
    id: 'ChangeAuthor',
    description: 'Null: the layout was changed, or an earlier release of the service wrote the record.',
  });

const common = {
  at: utcInstant.meta({ description: 'When it was decided, UTC.' }),
  sequence: z.int().meta({ description: 'Number of the event’s record that made the change.' }),
};
const ends = {
  by: author,
  reference: z.string().optional().meta({ description: 'Of the session that held or bought it, once it has one.' }),
};

const begins = z
  .object({
    sequence: z.int().meta({ description: 'Its number.' }),
    at: utcInstant.nullable().meta({ description: 'When it was decided, UTC.' }),
  })
  .meta({ description: 'The first record whose changes are told. `at`: null while there is no such record.' });

const around = {
  next: z.string().nullable().meta({ description: 'The `after` of the next page; null: there is nothing more.' }),
  complete: z.boolean().meta({ description: 'Whether the history begins with the event.' }),
  begins,
};

export const seatHistory = z
  .object({
    history: z
      .array(z.object({ ...common, from: state('before'), to: state('after'), ...ends }))
      .meta({ description: 'Changes of the seat, the latest first.' }),
    ...around,
  })
  .meta({ id: 'SeatHistory' });

export const areaHistory = z
  .object({
    history: z
      .array(z.object({ ...common, from: places('before'), to: places('after'), ...ends }))
      .meta({ description: 'Changes of the area’s places, the latest first.' }),
    ...around,
  })
  .meta({ id: 'AreaHistory' });

const byOrganization = { kind: 'KEY', id: 'organization-token' } as const;
const exampleAround = { next: '4711.1', complete: true, begins: { sequence: 1, at: '2027-03-01T09:00:00.000Z' } };

export const seatHistoryExample: z.output<typeof seatHistory> = {
  history: [
    {
      at: '2027-05-01T10:15:02.120Z',
      sequence: 4711,
      from: 'LOCKED',
      to: 'SOLD',
      by: byOrganization,
      reference: 'order 4711',
    },
  ],
  ...exampleAround,
};

export const areaHistoryExample: z.output<typeof areaHistory> = {
  history: [
    {
      at: '2027-05-01T10:15:02.120Z',
      sequence: 4711,
      from: { available: 180, locked: 4, sold: 16, blocked: 0 },
      to: { available: 180, locked: 2, sold: 18, blocked: 0 },
      by: byOrganization,
      reference: 'order 4711',
    },
  ],
  ...exampleAround,
};

/** A session as a history names it. */
export interface NamedSession {
  readonly id: string;
  readonly reference: string | null;
}

/** `session`: the one that the entry names; undefined: none, or its row has been deleted. */
export function presentEntry(entry: SeatEntry | AreaEntry, session: NamedSession | undefined) {
  const { at, seq: sequence, by, from, to } = entry;
  return {
    at: new Date(at).toISOString(),
    sequence,
    from: shown(from),
    to: shown(to),
    by: presentAuthor(by, session),
    ...(session === undefined || session.reference === null ? {} : { reference: session.reference }),
  };
}

function shown(state: SeatState | AreaCounts | null) {
  return state === 'ACTIVE' ? 'AVAILABLE' : state;
}

function presentAuthor(by: DecidedBy, session: NamedSession | undefined): z.output<typeof author> {
  if (by === null) return null;
  if (by === 'SESSION') return { kind: by, id: session?.id ?? null };
  if (by === 'TIME') return { kind: by, id: null };
  const [kind, id = ''] = by.split(':');
  return { kind: kind as 'ACCOUNT' | 'KEY', id };
}
