/** Random histories of an event whose layout changes in between: invariants hold, and the journal alone rebuilds what is in memory. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { replay } from '#domain/apply.ts';
import { decide } from '#domain/decide.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { EventDriver, policy } from '../support/event-driver.ts';
import { GrowingLayout } from '../support/growing-layout.ts';
import { brokenRules } from '../support/invariants.ts';
import { commandOf } from '../support/random-commands.ts';
import { history, named, type Step } from '../support/random-history.ts';

type Growth = { readonly kind: 'grow'; readonly what: number; readonly where: number; readonly isForced: boolean };

function grow(layout: GrowingLayout, { what, where, isForced }: Growth): void {
  const row = where % layout.rows.length;
  const seats = layout.rows.flat();
  const how = isForced ? 'forced' : 'when-free';
  if (what < 4) layout.addSeat(row, where % ((layout.rows[row]?.length ?? 0) + 1));
  else if (what < 8 && seats.length > 0) layout.removeSeat(seats[where % seats.length]!, how);
  else if (what < 10) layout.resizeArea(where % layout.areas.length, where % 15);
  else if (what < 11) layout.addArea(where % 9);
  else layout.removeArea(where % layout.areas.length, how);
}

const growth = fc.record({
  kind: fc.constant('grow' as const),
  what: fc.nat(11),
  where: fc.nat(100),
  isForced: fc.boolean(),
});

const histories = Number(process.env.RANDOM_HISTORIES ?? 300);

describe('any history of bookings and layouts', () => {
  test('keeps every invariant, changes nothing when it refuses, and replays to what is in memory', () => {
    const counts = { leaving: 0, forced: 0, removed: 0, sized: 0 };
    fc.assert(
      fc.property(history, fc.array(growth, { minLength: 4, maxLength: 10 }), (steps, growths) => {
        runSteps(steps, growths, counts);
      }),
      { numRuns: histories },
    );
    expect(Math.min(counts.leaving, counts.forced, counts.removed, counts.sized)).toBeGreaterThan(10);
  });
});

function runSteps(
  steps: readonly Step[],
  growths: readonly Growth[],
  counts: { leaving: number; forced: number; removed: number; sized: number },
): void {
  const rules = { ...policy, maxSeats: 5 };
  const driver = new EventDriver({ rows: [8, 4, 1], areas: [12, 3, 0], policy: rules });
  const layout = new GrowingLayout([8, 4, 1], [12, 3, 0]);
  const { state } = driver;
  const every = Math.ceil(steps.length / growths.length);
  let image = driver.image();
  let imagedAt = driver.records.length;
  const made: string[] = [];
  for (const [at, one] of steps.entries()) {
    if (at % every === every - 1) {
      grow(layout, growths[Math.floor(at / every)]!);
      state.offer(layout.next());
      counts.sized += state.areas.filter(({ isSizedByEvent }) => isSizedByEvent).length;
      driver.ask({ kind: 'adopt-layout' });
      counts.leaving += state.seats.leaving.count();
      counts.removed += state.seats.removed.count();
      counts.forced += [...state.sessions.values()].filter(({ lost }) => lost !== undefined).length;
    }
    const step = named(one, made);
    if (step.kind === 'create' && step.key === `key of ${step.sessionId}`) made.push(step.sessionId);
    if (step.kind === 'pass') driver.now += step.seconds * 1000;
    if (step.kind === 'sweep') driver.sweep();
    const command = commandOf(step, driver);
    if (command !== null) {
      const before = driver.image();
      decide(state, command, driver.now, rules);
      if (!isDeepStrictEqual(driver.image(), before)) throw new Error('deciding changed the state');
      const answer = driver.ask(command);
      const isRemembered = 'key' in command && command.key !== null;
      if (!answer.ok && !isRemembered) expect(driver.image()).toEqual(before);
    }
    const broken = brokenRules(state, rules.maxSeats);
    if (broken.length > 0) throw new Error(broken.join('; '));
    const living = layout.rows.flat();
    for (const seat of living) if (state.seats.removed.has(seat)) throw new Error(`seat ${seat} is there and removed`);
    if (at === Math.floor(steps.length / 2))
      [image, imagedAt] = [structuredClone(driver.image()), driver.records.length];
  }
  const replayed = new EventState(state.seatMap);
  for (const record of JSON.parse(JSON.stringify(driver.records))) replay(replayed, record);
  expect(imageOf(replayed)).toEqual(driver.image());
  const recovered = stateOf(image, state.seatMap);
  for (const record of JSON.parse(JSON.stringify(driver.records)).slice(imagedAt)) replay(recovered, record);
  expect(imageOf(recovered)).toEqual(driver.image());
}
