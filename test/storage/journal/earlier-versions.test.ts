/** Snapshots and records that an earlier version has stored are read as the state that it had. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import type { Removal, SeatMap } from '#domain/seats/seat-map.ts';
import type { Session } from '#domain/session/session.ts';
import { ImageReader, type Part } from '#storage/journal/snapshot-format.ts';
import { seatMapOf } from '../../support/event-driver.ts';
import { GrowingLayout } from '../../support/growing-layout.ts';

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
  const stored = parts.map(({ bytes, ...part }) => ({
    ...part,
    bytes: bytes === null ? null : Buffer.from(bytes, 'base64'),
  }));
  const reader = new ImageReader(stored.at(-1) as Part);
  for (const part of stored.slice(0, -1)) reader.add(part);
  return stateOf(reader.image(), mapOf(hall));
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
    expect(shownOf(state, Object.keys(stored.shown.sessions))).toStrictEqual(stored.shown);
    expect(imageOf(state)).toEqual(imageOf(fromSnapshot(stored)));
  },
);
