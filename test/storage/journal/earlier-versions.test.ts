/** Snapshots and records that an earlier version has stored are read as the state that it had. */
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Removal, SeatMap } from '#domain/seats/seat-map.ts';
import { type Session, totalCents } from '#domain/session/session.ts';
import type { Part } from '#storage/journal/snapshot-parts.ts';
import { seatMapOf } from '../../support/event-driver.ts';
import { GrowingLayout } from '../../support/growing-layout.ts';
import { imageIn } from '../../support/stored-image.ts';

interface Fixture {
  readonly hall: {
    readonly rows: readonly number[];
    readonly areas: readonly number[];
    readonly layouts?: {
      readonly added: readonly (readonly [row: number, place: number])[];
      readonly removed: readonly (readonly [seat: number, how: Removal])[];
      readonly areas: readonly number[];
    };
  };
  /** Part 0 last; bytes as base64. */
  readonly parts: readonly (Omit<Part, 'bytes'> & { readonly bytes: string | null })[];
  /** Facts as JSON text. */
  readonly records: readonly {
    readonly seq: number;
    readonly epoch: number;
    readonly at: number;
    readonly facts: string;
  }[];
  readonly shown: {
    readonly seq: number;
    /** The states of the seats, separated by spaces. */
    readonly seats: string;
    readonly sessions: Readonly<Record<string, Session>>;
  };
}

function fixture(name: string): Fixture {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
}

function mapOf({ rows, areas, layouts }: Fixture['hall']): SeatMap {
  if (layouts === undefined) return seatMapOf(rows, areas);
  const layout = new GrowingLayout(rows, areas);
  for (const [row, place] of layouts.added) layout.addSeat(row, place);
  for (const [seat, how] of layouts.removed) layout.removeSeat(seat, how);
  for (const capacity of layouts.areas) layout.addArea(capacity);
  return layout.next();
}

function fromSnapshot({ hall, parts }: Fixture): EventState {
  const stored = parts.map((part) => ({
    ...part,
    bytes: part.bytes === null ? null : Buffer.from(part.bytes, 'base64'),
  }));
  return stateOf(imageIn(stored), mapOf(hall));
}

function fromRecords({ hall, records }: Fixture): EventState {
  const state = new EventState(mapOf(hall));
  for (const { facts, ...record } of records) replay(state, { ...record, facts: JSON.parse(facts) });
  return state;
}

function shownOf(state: EventState, ids: readonly string[]): Fixture['shown'] {
  const seats = Array.from({ length: state.seats.size }, (_, seat) => state.seats.stateOf(seat));
  return {
    seq: state.seq,
    seats: seats.join(' '),
    sessions: Object.fromEntries(ids.map((id) => [id, state.sessions.get(id)])) as Fixture['shown']['sessions'],
  };
}

/** Without what the snapshots of those versions do not tell and their records do: which sessions came with a pass. */
function asStoredThen<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (name, member) => (name === 'withPass' ? undefined : member)));
}

test.each(['empty', 'booked', 'admitting', 'grown', 'keyed', 'crowded'])('the snapshot of the event "%s"', (name) => {
  const stored = fixture(name);
  const state = fromSnapshot(stored);
  expect(shownOf(state, Object.keys(stored.shown.sessions))).toStrictEqual(stored.shown);
  if (name === 'crowded') expect([state.sessions.size, state.keys.creates.size]).toEqual([505, 505]);
  if (name !== 'admitting') return;
  const { queue, passes, keys } = state;
  expect([queue?.keys.count, queue?.draw?.count, queue?.claimed, queue?.lapsed]).toEqual([7, 5, 1, 1]);
  expect([passes.size, keys.sessionAnswers.size]).toEqual([2, 2]);
});

test.each(['empty', 'booked', 'admitting', 'grown', 'keyed'])(
  'the records of the event "%s", which lead to its snapshot',
  (name) => {
    const stored = fixture(name);
    const state = fromRecords(stored);
    expect(asStoredThen(shownOf(state, Object.keys(stored.shown.sessions)))).toStrictEqual(stored.shown);
    expect(asStoredThen(imageOf(state))).toEqual(asStoredThen(imageOf(fromSnapshot(stored))));
  },
);

test('a session of the first version has its exact total, and its properties as text', () => {
  const packed = ['s1', 1, 'CONFIRMED', [0, 1001, 0], [0, 9001, 2, 0], 5, null, 'R', { gate: 4 }, 9];
  const part = (number: number, content: unknown): Part => {
    const body = JSON.stringify(content);
    return { part: number, checksum: crc32(body), body, bytes: null };
  };
  const header = part(0, { format: 2, seq: 9, parts: 1, columns: [], head: {} });
  const { sessions } = imageIn([part(1, { sessions: { prices: [[7, '0.005', 1]], sessions: [packed] } }), header]);
  expect(sessions).toMatchObject([{ id: 's1', properties: '{"gate":4}', reference: 'R' }]);
  expect(totalCents(sessions[0] as Session)).toBe(2);
  expect(() => imageIn([part(0, { format: 1, seq: 9, parts: 0, columns: [], head: {} })])).toThrow('format 1');
});
