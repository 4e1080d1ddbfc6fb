/** The samples of events' activity in memory: what is recorded, for how long, and how much at most. */
import { ActivityRecorder } from '#activity/activity-recorder.ts';
import { AppendWindow } from '#activity/append-window.ts';
import { mergeTables, rowsMax, stepMs } from '#activity/sample-table.ts';
import { EventTally } from '#actors/event-tally.ts';
import type { EventTotals } from '#domain/event-totals.ts';
import { ManualClock } from '../support/manual-clock.ts';

const quiet: EventTotals = {
  sessions: { ACTIVE: 0, PENDING_PAYMENT: 0 },
  seats: { ACTIVE: 10, LOCKED: 0, SOLD: 0, BLOCKED: 0 },
  places: { available: 0, held: 0, locked: 0, blocked: 0, sold: 0, withheld: 0 },
  tickets: null,
};

function recorder() {
  const clock = new ManualClock();
  const actors = new Map<number, { tally: EventTally; totals: EventTotals }>();
  const appends = new AppendWindow();
  const recorder = new ActivityRecorder({ actors, clock, appends });
  recorder.start();
  const open = (eventNumber: number, totals = quiet): EventTally => {
    const tally = new EventTally();
    actors.set(eventNumber, { tally, totals });
    return tally;
  };
  const samples = (eventNumber: number) => mergeTables([recorder.samplesOf(eventNumber)]).map(({ sample }) => sample);
  return { clock, actors, appends, open, samples, recorder };
}

test('each sample counts what happened during its step, also after the event was loaded again', () => {
  const { clock, open, samples } = recorder();
  const tally = open(7);
  tally.holds = 3;
  clock.advance(stepMs);
  tally.holds = 5;
  clock.advance(stepMs);
  open(7).holds = 1;
  clock.advance(stepMs);
  expect(samples(7).map(({ holds }) => holds)).toEqual([3, 2, 1]);
});

test('appends of the node are shown with the events that it has', () => {
  const { clock, open, appends, samples } = recorder();
  open(7).confirmations = 1;
  appends.note(2);
  appends.note(6.5);
  clock.advance(2 * stepMs);
  expect(samples(7)).toMatchObject([
    { confirmations: 1, appends: 2, appendMicros: 8_500, slowestAppendMicros: 6_500 },
    { confirmations: 0, appends: 0, appendMicros: 0, slowestAppendMicros: 0 },
  ]);
});

test('an event in which nothing happens is not recorded; one in which buyers are, is', () => {
  const { clock, open, samples } = recorder();
  open(1);
  open(2, { ...quiet, sessions: { ACTIVE: 4, PENDING_PAYMENT: 1 } });
  open(3, { ...quiet, tickets: { WAITING: 9, ADMITTED: 2, CLAIMED: 0, LAPSED: 0 } });
  clock.advance(stepMs);
  expect(samples(1)).toEqual([]);
  expect(samples(2)).toMatchObject([{ active: 4, pending: 1 }]);
  expect(samples(3)).toMatchObject([{ waiting: 9, admitted: 2 }]);
});

test('an hour is kept, also of an event that has left, and then nothing', () => {
  const { clock, actors, open, samples } = recorder();
  open(7).holds = 1;
  clock.advance(2 * rowsMax * stepMs);
  expect(samples(7)).toHaveLength(rowsMax);
  actors.delete(7);
  clock.advance((rowsMax / 2) * stepMs);
  expect(samples(7)).toHaveLength(rowsMax / 2);
  clock.advance(rowsMax * stepMs);
  expect(samples(7)).toEqual([]);
});

test('at most 256 events are recorded: a quiet one makes room, a busy one does not', () => {
  const { clock, open, samples } = recorder();
  const busy = Array.from({ length: 255 }, (_, at) => open(at));
  open(255).holds = 1;
  const act = (): void => {
    for (const tally of busy) tally.holds++;
    clock.advance(stepMs);
  };
  act();
  open(256).holds = 1;
  act();
  expect(samples(256)).toEqual([]);
  for (let minute = 0; minute < 13; minute++) act();
  expect(samples(256)).not.toEqual([]);
  expect(samples(255)).toEqual([]);
  expect(samples(0)).not.toEqual([]);
});

test('samples of several nodes are added up step by step; what was there at the end counts once', () => {
  const [first, second] = [recorder(), recorder()];
  first.open(7, { ...quiet, sessions: { ACTIVE: 4, PENDING_PAYMENT: 0 } }).holds = 2;
  first.clock.advance(stepMs);
  second.clock.advance(stepMs);
  second.open(7, { ...quiet, sessions: { ACTIVE: 3, PENDING_PAYMENT: 0 } }).holds = 5;
  for (const { clock } of [first, second]) clock.advance(stepMs);
  const tables = [second, first].map(({ recorder: kept }) => kept.samplesOf(7));
  const merged = mergeTables(tables);
  expect(merged.map(({ sample: { holds, active } }) => [holds, active])).toEqual([
    [2, 4],
    [5, 4],
  ]);
  expect((merged[1]?.slot ?? 0) - (merged[0]?.slot ?? 0)).toBe(1);
});
