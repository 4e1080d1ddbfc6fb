/**
 * Study: what the organization's feed costs purchases and holds. One process of a copy of the service, in which a signal
 * switches the derivation of changes off and on, is measured in pairs of rounds: with and without, the second pair in the
 * other order. So both halves of a pair have the same process, compiled code, database and minute of the machine. Compares
 * the processor time of the service and its database for each purchase or hold, which depends less on the load of the
 * machine than a rate does. The switch exists in the copy only.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { breakCopy, copyProject, type Mistake, removeCopy } from '../stand/broken-copy.ts';
import { readMetrics } from '../stand/metrics.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import { boundedCost, microsOf, type Pair, pairColumns, ratiosOf } from './pairs.ts';
import { servicePurchases } from './purchases.ts';
import type { Scenario } from './scenario.ts';
import type { Study } from './study.ts';

const costMax = 1.05;
/** The interval of the median narrows with the root of their number. */
const pairsPerRound = 8;
const settleMs = 500;
const apply = 'src/domain/apply.ts';
const switchable: readonly Mistake[] = [
  {
    file: apply,
    text: 'state.changeLog === null ? undefined : definition.told?.(state, fact)',
    replacement: 'state.changeLog === null || isFeedOff ? undefined : definition.told?.(state, fact)',
  },
  {
    file: apply,
    text: '  state.changeLog?.seal(isSoldOut(state), at, seq);\n',
    replacement: '  if (!isFeedOff) state.changeLog?.seal(isSoldOut(state), at, seq);\n',
  },
  {
    file: apply,
    text: '/** Applies one fact of the record',
    replacement:
      "let isFeedOff = false;\nprocess.on('SIGUSR2', () => { isFeedOff = !isFeedOff; });\n/** Applies one fact of the record",
  },
];

export const feedCost: ApartDefinition = {
  kind: 'apart',
  name: 'feed-cost',
  about:
    'What writing the organization’s feed costs a purchase and a hold: one process with its feed switched on and off',
  unit: 'purchases',
  isEssential: false,
  async run(ask): Promise<Study> {
    const copy = copyProject();
    breakCopy(copy, switchable);
    try {
      const stage = await Stage.build({ isInspected: false, tree: copy });
      // Not audited: half of the feed is missing on purpose.
      return await measurePairs(stage, ask).finally(() => stage.tearDown());
    } finally {
      removeCopy(copy);
    }
  },
};

async function measurePairs(stage: Stage, ask: StudyAsked): Promise<Study> {
  const purchases = await pairs(stage, servicePurchases(stage, 'purchase'), ask);
  const held = await pairs(stage, holds(serviceHolds(stage, 'hold', () => stage.hotEvent())), ask);
  return present(purchases, held);
}

async function pairs(stage: Stage, scenario: Scenario, ask: StudyAsked): Promise<readonly Pair[]> {
  const { seconds, warmSeconds } = ask;
  const connections = ask.connections.at(-1) as number;
  const found: Pair[] = [];
  const count = ask.rounds * pairsPerRound;
  const written = { 'with the feed': 0, 'without the feed': 0 };
  const measured = async (name: keyof typeof written): Promise<number | null> => {
    ask.tell(`${scenario.name} ${name}, ${connections} connections`);
    const before = await feedSamples(stage);
    const round = await ask.runRound(scenario, { connections, seconds, warmSeconds });
    written[name] += (await feedSamples(stage)) - before;
    return microsOf(round);
  };
  const withoutFeed = async (): Promise<number | null> => {
    await turnSwitch(stage);
    try {
      return await measured('without the feed');
    } finally {
      await turnSwitch(stage);
    }
  };
  for (let number = 0; number < count; number++) {
    const before = number % 2 === 0 ? await measured('with the feed') : null;
    const without = await withoutFeed();
    const ours = before ?? (await measured('with the feed'));
    // A process of the database has ended during the round: its time is not known.
    if (ours !== null && without !== null) found.push({ ours, without });
  }
  // Changes that were derived before the switch may be written shortly after it.
  const isSwitched = written['without the feed'] <= count && written['without the feed'] <= written['with the feed'];
  const isFed = scenario.unit !== 'purchases' || written['with the feed'] > count;
  if (!isSwitched || !isFed)
    throw new InvalidRun(`the feed was not switched: it was written ${JSON.stringify(written)}`);
  return found;
}

/** How often the service has seen changes written, once a second at most. */
async function feedSamples({ operator }: Stage): Promise<number> {
  return (await readMetrics(operator)).get('usher_feed_lag_seconds_count') ?? 0;
}

/** Resolves when what was derived before has been written. */
async function turnSwitch({ service }: Stage): Promise<void> {
  process.kill(service.pid, 'SIGUSR2');
  await pause(settleMs);
}

function present(purchases: readonly Pair[], held: readonly Pair[]): Study {
  const purchase = ratiosOf('purchase', purchases);
  const both = [purchase, ratiosOf('hold', held)];
  const says = `the feed: a purchase costs at most ${costMax} of one without (upper bound of the median, 95 %)`;
  return {
    title: 'What the feed costs',
    about:
      'Processor time of the service and its database, in pairs of rounds with the feed switched on and off in one process. ' +
      'The median of all pairs lies between the two bounds with a probability of 95 %.',
    figures: Object.fromEntries(
      both.flatMap(({ name, ratio, low, high }) => [
        [`${name} to one without the feed`, ratio],
        [`${name}: at least`, low],
        [`${name}: at most`, high],
      ]),
    ),
    tables: [{ columns: pairColumns, rows: both.map(({ row }) => row) }],
    plots: [],
    checks: [boundedCost(says, purchase, costMax)],
  };
}
