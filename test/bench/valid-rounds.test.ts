/** The choice of the rounds of a benchmark that count. */
import type { Round } from '../../bench/scenarios/scenario.ts';
import { ValidRounds } from '../../bench/scenarios/valid-rounds.ts';
import { machineSeconds } from '../../bench/stand/processor.ts';
import { roundOf } from '../support/bench-runs.ts';
import { eventually } from '../support/eventually.ts';

const ask = { connections: 4, seconds: 1, warmSeconds: 0 };

/** A scenario with these rounds in turn; the last one stays. */
function scenarioOf(...rounds: readonly Partial<Round>[]) {
  let played = 0;
  const round = () => Promise.resolve(roundOf('holds', rounds[Math.min(played++, rounds.length - 1)]));
  return { name: 'holds', unit: 'calls', round } as const;
}

test('a round with stolen processor time is repeated, and the least disturbed one counts', async () => {
  const validRounds = new ValidRounds();
  const disturbed = scenarioOf(
    { stolen: 0.4, perSecond: 1 },
    { stolen: 0.1, perSecond: 2 },
    { stolen: 0.3, perSecond: 3 },
  );
  expect(await validRounds.run(disturbed, ask)).toMatchObject({ perSecond: 2 });
  expect(validRounds.replays).toBe(2);
  const soonWell = scenarioOf({ stolen: 0.4, perSecond: 1 }, { stolen: 0.01, perSecond: 2 }, { perSecond: 3 });
  expect(await validRounds.run(soonWell, ask)).toMatchObject({ perSecond: 2 });
  expect(validRounds.replays).toBe(3);
});

test('a round without stolen time counts at once, also where the system does not report it', async () => {
  const validRounds = new ValidRounds();
  for (const stolen of [0.01, null]) {
    expect(await validRounds.run(scenarioOf({ stolen, perSecond: 1 }, { perSecond: 2 }), ask)).toMatchObject({
      perSecond: 1,
    });
  }
  expect(validRounds.replays).toBe(0);
});

test('a failed round is not replaced by a repetition', async () => {
  const failed = scenarioOf({ stolen: 0.4, failed: 1 }, { stolen: 0 });
  expect(await new ValidRounds().run(failed, ask)).toMatchObject({ failed: 1 });
  const failedAgain = scenarioOf({ stolen: 0.4 }, { stolen: 0.5, broken: 1 }, { stolen: 0 });
  expect(await new ValidRounds().run(failedAgain, ask)).toMatchObject({ broken: 1 });
});

test('a run on a machine that is always busy ends', async () => {
  const validRounds = new ValidRounds();
  const disturbed = scenarioOf({ stolen: 0.4 });
  for (let round = 0; round < 200; round++) await validRounds.run(disturbed, ask);
  const { replays } = validRounds;
  await validRounds.run(disturbed, ask);
  expect(validRounds.replays).toBe(replays);
});

test('an invalid round ends the run', async () => {
  const nothing = scenarioOf({ invalidReason: 'nothing was answered' });
  await expect(new ValidRounds().run(nothing, ask)).rejects.toThrow('holds, 4 connections: nothing was answered');
});

test('the machine reports its processor time and the stolen part of it', async () => {
  const before = await machineSeconds();
  const after = await eventually(async () => {
    const now = await machineSeconds();
    return now!.all - before!.all > 0.05 ? now : null;
  });
  expect(after.stolen).toBeGreaterThanOrEqual(before!.stolen);
  expect(after.stolen).toBeLessThan(after.all);
});
