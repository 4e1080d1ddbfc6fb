/**
 * Study: what the organization's feed costs purchases and holds: pairs of rounds, in turn, at the service and at a copy
 * of it that derives no changes. Compares the processor time of the service and its database for each purchase or call.
 */
import { median } from '../reporting/statistics.ts';
import { breakCopy, copyProject, type Mistake, removeCopy } from '../stand/broken-copy.ts';
import { Stage } from '../stand/stage.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import { servicePurchases } from './purchases.ts';
import type { Round, Scenario } from './scenario.ts';
import { atMost, type Study } from './study.ts';

const costMax = 1.05;
/** Two rounds of one pair can differ by more than the feed costs. */
const pairsPerRound = 2;
const apply = 'src/domain/apply.ts';
const withoutFeed: readonly Mistake[] = [
  { file: apply, text: 'state.changeLog === null ? null : beforeFact(state, fact)', replacement: 'null' },
  { file: apply, text: '  state.changeLog?.seal(isSoldOut(state), at, seq);\n', replacement: '' },
];

export const feedCost: ApartDefinition = {
  kind: 'apart',
  name: 'feed-cost',
  about: 'What writing the organization’s feed costs a purchase and a hold, beside a copy without the feed',
  unit: 'purchases',
  isEssential: false,
  async run(ask): Promise<Study> {
    const copy = copyProject();
    breakCopy(copy, withoutFeed);
    try {
      return await Stage.around(false, (stage) => beside(stage, copy, ask));
    } finally {
      removeCopy(copy);
    }
  },
};

async function beside(stage: Stage, copy: string, ask: StudyAsked): Promise<Study> {
  const other = await Stage.build({ isInspected: false, tree: copy });
  try {
    const purchases = await pairs(
      servicePurchases(stage, 'purchase'),
      servicePurchases(other, 'purchase without'),
      ask,
    );
    const held = await pairs(
      holds(serviceHolds(stage, 'hold', () => stage.hotEvent())),
      holds(serviceHolds(other, 'hold without', () => other.hotEvent())),
      ask,
    );
    return present(purchases, held);
  } finally {
    await other.tearDown();
  }
}

interface Pair {
  readonly ours: number;
  readonly without: number;
}

async function pairs(ours: Scenario, without: Scenario, ask: StudyAsked): Promise<readonly Pair[]> {
  const { seconds, warmSeconds } = ask;
  const connections = ask.connections.at(-1) as number;
  const found: Pair[] = [];
  for (let number = 0; number < ask.rounds * pairsPerRound; number++) {
    const order = number % 2 === 0 ? [ours, without] : [without, ours];
    const micros = new Map<Scenario, number>();
    for (const scenario of order) {
      ask.tell(`${scenario.name}, ${connections} connections`);
      micros.set(scenario, microsOf(await ask.runRound(scenario, { connections, seconds, warmSeconds })));
    }
    found.push({ ours: micros.get(ours) as number, without: micros.get(without) as number });
  }
  return found;
}

/** Processor time of the service and of its database for each unit. */
function microsOf({ serverBusy, storeBusy, perSecond }: Round): number {
  return (((serverBusy ?? 0) + (storeBusy ?? 0)) / perSecond) * 1e6;
}

function present(purchases: readonly Pair[], held: readonly Pair[]): Study {
  const ofPurchase = ratioOf(purchases);
  const ofHold = ratioOf(held);
  const rows = [
    ['purchase', purchases, ofPurchase],
    ['hold', held, ofHold],
  ] as const;
  return {
    title: 'What the feed costs',
    about: 'Processor time of the service and its database, in interleaved pairs with a copy without the feed.',
    figures: { 'purchase to one without the feed': ofPurchase, 'hold to one without the feed': ofHold },
    tables: [
      {
        columns: ['', 'µs with', 'µs without', 'ratio', 'smallest', 'largest'],
        rows: rows.map(([name, all, ratio]) => {
          const ratios = all.map(({ ours, without }) => ours / without);
          const [withFeed, without] = [median(all.map(({ ours }) => ours)), median(all.map((pair) => pair.without))];
          return [name, withFeed, without, ratio, Math.min(...ratios), Math.max(...ratios)];
        }),
      },
    ],
    plots: [],
    checks: [atMost(`the feed: a purchase costs at most ${costMax} of one without`, ofPurchase, costMax)],
  };
}

function ratioOf(all: readonly Pair[]): number | null {
  return median(all.map(({ ours, without }) => ours / without));
}
