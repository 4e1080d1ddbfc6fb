/**
 * The seats that a session may take, compared with a naive model of the rules on a small hall, exhaustively: every way to
 * put four seats into two allotments, every kind of access, window and release by time, every pass, at every moment.
 */
import type { Access, AllotmentTerms, Release } from '#domain/allotments/allotment.ts';
import { audienceOf, mayTake } from '#domain/allotments/may-take.ts';
import { decide } from '#domain/decide.ts';
import { offerOf } from '#domain/offer.ts';
import {
  createWith,
  define,
  fill,
  mayTakeOf,
  type NaiveAllotment,
  presentAt,
  publicTerms,
} from '../../support/allotments.ts';
import { EventDriver, selectionOf } from '../../support/event-driver.ts';

const seats = [101, 102, 103, 104];
const start = new EventDriver().now;
/** Before everything, at the opening, within, at the release, at the closing, after everything. */
const moments = [0, 100, 150, 200, 300, 400].map((offset) => start + offset);
const windows = [
  { opensAt: null, closesAt: null },
  { opensAt: start + 100, closesAt: null },
  { opensAt: null, closesAt: start + 300 },
  { opensAt: start + 100, closesAt: start + 300 },
];
const releases: readonly (Release | null)[] = [
  null,
  { at: start + 200, whenSold: null, to: null },
  { at: start + 200, whenSold: null, to: 'b' },
];
const accesses: readonly Access[] = ['PUBLIC', 'PASS', 'STAFF', 'NEED'];
const passes: readonly (readonly string[])[] = [[], ['a'], ['b'], ['a', 'b', 'unknown']];
/** The second allotment, which may get the places of the first. */
const others: readonly Partial<AllotmentTerms>[] = [
  { access: 'PASS' },
  { access: 'PUBLIC', opensAt: start + 150 },
  { access: 'PASS', release: { at: start + 300, whenSold: null, to: 'a' } },
  { access: 'STAFF', release: { at: start + 150, whenSold: null, to: null } },
];

/** For each seat the allotment that it is put into. */
function* fillings(): Iterable<readonly (string | undefined)[]> {
  const choices = [undefined, 'a', 'b'];
  for (let number = 0; number < choices.length ** 3; number++) {
    const first = [number, Math.floor(number / 3), Math.floor(number / 9)].map((digit) => choices[digit % 3]);
    yield [...first, 'a'];
  }
}

function eventWith(terms: Partial<AllotmentTerms>, other: Partial<AllotmentTerms>, filling: readonly unknown[]) {
  const driver = new EventDriver({ rows: [4], areas: [] });
  define(driver, 'b', { ...other, release: null });
  define(driver, 'a', terms);
  if (other.release !== undefined) define(driver, 'b', other, false);
  for (const id of ['a', 'b']) {
    fill(
      driver,
      id,
      seats.filter((_, at) => filling[at] === id),
    );
  }
  const naive: readonly NaiveAllotment[] = [
    { ...publicTerms, ...terms, id: 'a' },
    { ...publicTerms, ...other, id: 'b' },
  ];
  return { driver, naive };
}

/** The first difference to the model, in words; null: none. */
function differing(terms: Partial<AllotmentTerms>, other: Partial<AllotmentTerms>): string | null {
  for (const filling of fillings()) {
    const { driver, naive } = eventWith(terms, other, filling);
    driver.policy = { ...driver.policy, maxSeats: 4 };
    for (const [at, named] of passes.entries()) createWith(driver, `s${at}`, named);
    for (const moment of moments) {
      driver.now = moment;
      // Every command is preceded by the steps that are due.
      driver.ask({ kind: 'read-sequence' });
      for (const [at, named] of passes.entries()) {
        const session = driver.session(`s${at}`);
        const audience = audienceOf(driver.state, session);
        const { available } = offerOf(driver.state, moment, audience);
        for (const [place, id] of seats.entries()) {
          const expected = mayTakeOf(presentAt(naive, filling[place], moment), named, moment);
          const lock = { kind: 'lock-session', sessionId: session.id, selection: selectionOf([id]) } as const;
          const found = [
            mayTake(driver.state, audience, place),
            (((available[0] as number) >>> place) & 1) === 1,
            decide(driver.state, lock, moment, driver.policy).ok,
          ];
          if (found.every((one) => one === expected)) continue;
          return `seat ${id} of ${filling} at ${moment - start} for [${named}]: ${found}, not ${expected}`;
        }
      }
    }
  }
  return null;
}

test.each(accesses)('of an allotment with access %s is as the naive model says', (access) => {
  for (const window of windows) {
    for (const release of releases) {
      for (const other of others) {
        const terms = { access, ...window, release };
        expect([terms, other, differing(terms, other)]).toEqual([terms, other, null]);
      }
    }
  }
});
