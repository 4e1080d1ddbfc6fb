/**
 * Allotments of a hall of 29,700 seats, in random histories: after every step each session may take exactly the seats that
 * the terms and the time give it. Work is counted: a step by time is one short fact however many seats it moves, and a mask
 * is built once for all sessions with the same rights, until an allotment changes.
 */
import fc from 'fast-check';
import type { Access, AllotmentTerms } from '#domain/allotments/allotment.ts';
import { audienceOf } from '#domain/allotments/may-take.ts';
import { stateOf } from '#domain/image.ts';
import {
  createWith,
  define,
  fill,
  mayTakeOf,
  type NaiveAllotment,
  presentAt,
  publicTerms,
} from '../../support/allotments.ts';
import { EventDriver, outcomeOf } from '../../support/event-driver.ts';

const [rowCount, rowSize] = [300, 99];
const ids = ['a', 'b', 'c', 'd'] as const;
/** Several sessions have each pass. */
const passes: readonly (readonly string[])[] = [[], ['a'], ['b', 'c'], ['a', 'b', 'c', 'd']];
const accesses: readonly Access[] = ['PUBLIC', 'PASS', 'STAFF', 'NEED'];
/** Longer than any fact without seats. */
const shortFact = 300;

const minute = fc.integer({ min: 1, max: 60 });
const terms = fc.record({
  access: fc.constantFrom(...accesses),
  opens: fc.option(minute),
  stays: fc.option(minute),
  release: fc.option(fc.record({ at: minute, to: fc.constantFrom(null, ...ids) })),
});
const rows = fc.record({ from: fc.nat(rowCount - 1), count: fc.integer({ min: 1, max: 120 }), every: fc.nat(2) });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fill' as const), id: fc.constantFrom(...ids), rows }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 20 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('lock' as const),
      row: fc.nat(rowCount - 1),
      at: fc.nat(rowSize - 1),
      pass: fc.nat(passes.length - 1),
    }),
  },
);

function seatsOf({ from, count, every }: { from: number; count: number; every: number }): number[] {
  return Array.from({ length: Math.min(count, rowCount - from) }, (_, at) => from + at).flatMap((row) =>
    Array.from({ length: rowSize }, (_, at) => 101 + row * 100 + at).filter((_, at) => at % (every + 1) === 0),
  );
}

type Drawn = typeof terms extends fc.Arbitrary<infer One> ? One : never;

function termsOf({ access, opens, stays, release }: Drawn, id: string, start: number): AllotmentTerms {
  const at = (minutes: number): number => start + minutes * 60_000;
  return {
    ...publicTerms,
    access,
    opensAt: opens === null ? null : at(opens),
    closesAt: stays === null ? null : at((opens ?? 0) + stays),
    release:
      release === null ? null : { at: at(release.at), whenSold: null, to: release.to === id ? null : release.to },
  };
}

/** Holds outlive the history. */
const policy = { maxSeats: 100, holdMs: 1e9 };

class Scene {
  readonly driver = new EventDriver({ rows: Array(rowCount).fill(rowSize), areas: [], policy });
  readonly all: readonly NaiveAllotment[];
  /** By index of the seat. */
  readonly given: (string | undefined)[] = [];
  /** Masks that were seen. */
  readonly masks = new Set<object>();
  changes = 0;

  constructor(drawn: readonly Drawn[]) {
    const { driver } = this;
    const start = driver.now;
    this.all = ids.map((id, at) => ({ ...termsOf(drawn[at] as Drawn, id, start), id }));
    for (const { id } of this.all) define(driver, id, {});
    for (const { id, ...own } of this.all) define(driver, id, own, false);
    for (const [at, named] of passes.entries())
      for (const twin of ['x', 'y']) createWith(driver, `${twin}${at}`, named);
    driver.now = start;
  }

  /** The first seat that a session may take against the terms, in words; null: none. */
  get difference(): string | null {
    const { driver, all, given } = this;
    for (const [at, named] of passes.entries()) {
      const audience = audienceOf(driver.state, driver.session(`x${at}`));
      if (audience === null) return 'the event has no allotments';
      this.masks.add(audience);
      if (audienceOf(driver.state, driver.session(`y${at}`)) !== audience) return 'two sessions have two masks';
      const may = new Map<string | undefined, boolean>(
        [undefined, ...ids].map((id) => [id, mayTakeOf(presentAt(all, id, driver.now), named, driver.now)]),
      );
      for (let seat = 0; seat < rowCount * rowSize; seat++) {
        if (audience.permitted.has(seat) === may.get(given[seat])) continue;
        return `seat ${driver.state.seatMap.idAt(seat)} of ${given[seat]} for [${named}] is ${!may.get(given[seat])}`;
      }
    }
    return null;
  }
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function take(scene: Scene, one: Step): void {
  const { driver, all, given } = scene;
  const before = driver.records.length;
  switch (one.kind) {
    case 'fill': {
      const seats = seatsOf(one.rows);
      expect(outcomeOf(fill(driver, one.id, seats))).toBe('allotment');
      for (const seat of given.keys()) if (given[seat] === one.id) given[seat] = undefined;
      for (const seat of seats) given[driver.state.seatMap.indexOf(seat)] = one.id;
      break;
    }
    case 'pass':
      driver.now += one.minutes * 60_000;
      // Every command is preceded by the steps that are due.
      driver.ask({ kind: 'read-sequence' });
      for (const { facts } of driver.records.slice(before)) {
        for (const fact of facts) expect(JSON.stringify(fact).length).toBeLessThan(shortFact);
      }
      break;
    default: {
      const id = 101 + one.row * 100 + one.at;
      const seat = driver.state.seatMap.indexOf(id);
      const isFree = driver.seat(id) === 'ACTIVE';
      const named = passes[one.pass] as readonly string[];
      const may = isFree && mayTakeOf(presentAt(all, given[seat], driver.now), named, driver.now);
      const own = driver.state.seats.ownerOf(seat) === driver.session(`x${one.pass}`).ordinal;
      expect(driver.lock(`x${one.pass}`, [id]).ok).toBe(may || own);
    }
  }
  const facts = driver.records.slice(before).flatMap((record) => record.facts);
  if (facts.some(({ type }) => type.startsWith('allotment-'))) scene.changes++;
}

test('every session may take what the terms and the time give it, and no more is done for it than is needed', () => {
  fc.assert(
    fc.property(
      fc.tuple(terms, terms, terms, terms),
      fc.array(step, { minLength: 8, maxLength: 16 }),
      (drawn, steps) => {
        const scene = new Scene(drawn);
        expect(scene.difference).toBeNull();
        for (const one of steps) {
          take(scene, one);
          expect(scene.difference).toBeNull();
        }
        expect(scene.masks.size).toBeLessThanOrEqual(passes.length * (scene.changes + 1));
        const restored = stateOf(structuredClone(scene.driver.image()), scene.driver.state.seatMap);
        expect(restored.allotments?.image()).toEqual(scene.driver.state.allotments?.image());
      },
    ),
    { numRuns: 12 },
  );
});
