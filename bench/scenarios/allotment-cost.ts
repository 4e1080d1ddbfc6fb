/**
 * Study: what allotments cost a hold. Three kinds of events in one process, in turn: without an allotment, with one, and with
 * as many as an event can have; every second turn has the reverse order. All seats are in allotments that everybody may
 * take, with a window, a limit for each session and a condition for their release, so that the same calls succeed in all
 * three. A second event without allotments in each turn shows how far equal rounds differ on this machine. The rules
 * alone, in this process, differ less: they are measured in turn too, in slices of a few milliseconds.
 */
import { allotmentsMax as most } from '#domain/allotments/allotment.ts';
import type { Target } from '../load/plan.ts';
import { makeAllotment } from '../stand/catalog.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import { chunk, kernelPairs, policy } from './micro.ts';
import { boundedCost, microsOf, type Pair, pairColumns, ratiosOf } from './pairs.ts';
import type { Study } from './study.ts';

const costMax = 1.05;
/** The interval of the median narrows with the root of their number. */
const turnsPerRound = 4;
/** How many allotments an event has, by name of the round; the last is the base of all ratios. */
const kinds = { none: 0, one: 1, many: most, base: 0 } as const;
type Kind = keyof typeof kinds;
type Pairs = Record<Exclude<Kind, 'base'>, Pair[]>;
/** Slices of the rules, and chunks of one. */
const slices = 200;
const chunksPerSlice = 10;
const terms = {
  access: 'PUBLIC',
  opensAt: '2020-01-01T00:00:00Z',
  closesAt: '2999-01-01T00:00:00Z',
  maxSeatsPerSession: 100,
  release: { whenSold: 'EVENT' },
};

export const allotmentCost: ApartDefinition = {
  kind: 'apart',
  name: 'allotment-cost',
  about: 'What allotments cost a hold: events with none, one and 64 of them in turn, in one process',
  unit: 'holds',
  isEssential: false,
  run: (ask) => Stage.around(false, (stage) => measureTurns(stage, ask)),
};

async function measureTurns(stage: Stage, ask: StudyAsked): Promise<Study> {
  const { seconds, warmSeconds } = ask;
  const connections = ask.connections.at(-1) as number;
  const pairs: Pairs = { none: [], one: [], many: [] };
  const measured = async (kind: Kind): Promise<number | null> => {
    ask.tell(`${kinds[kind]} allotments, ${connections} connections`);
    const scenario = holds(serviceHolds(stage, `hold, ${kind}`, () => eventWith(stage, kinds[kind])));
    const round = await ask.runRound(scenario, { connections, seconds, warmSeconds });
    if (round.refused > 0) throw new InvalidRun(`allotment-cost: ${round.refused} holds were refused`);
    return microsOf(round);
  };
  // The first rounds of a process are slower, whatever they hold.
  for (const kind of names) await measured(kind);
  for (let turn = 0; turn < ask.rounds * turnsPerRound; turn++) {
    const micros = new Map<Kind, number | null>();
    for (const kind of inTurn(turn)) micros.set(kind, await measured(kind));
    addPairs(pairs, micros);
  }
  ask.tell('the rules alone');
  return present(pairs, rulesAlone());
}

/** Microseconds of a hold and its end, decided and applied. */
function rulesAlone(): Pairs {
  const pairs: Pairs = { none: [], one: [], many: [] };
  const works = new Map(names.map((kind) => [kind, kernelPairs(policy, kinds[kind])]));
  for (let slice = -slices; slice < slices; slice++) {
    const micros = new Map<Kind, number>();
    for (const kind of inTurn(slice)) {
      const work = works.get(kind) as () => void;
      const startedAt = performance.now();
      for (let done = 0; done < chunksPerSlice; done++) work();
      micros.set(kind, ((performance.now() - startedAt) * 1000) / (chunksPerSlice * chunk));
    }
    // Before that, the code is not compiled for all kinds.
    if (slice >= 0) addPairs(pairs, micros);
  }
  return pairs;
}

function inTurn(turn: number): readonly Kind[] {
  return turn % 2 === 0 ? names : names.toReversed();
}

/** Without what is not known, because a process of the database has ended during the round. */
function addPairs(pairs: Pairs, micros: ReadonlyMap<Kind, number | null>): void {
  const without = micros.get('base') ?? null;
  for (const [kind, found] of Object.entries(pairs)) {
    const ours = micros.get(kind as Kind) ?? null;
    if (ours !== null && without !== null) found.push({ ours, without });
  }
}

const names = Object.keys(kinds) as Kind[];

/** An event whose seats are shared out among so many allotments, in blocks of neighbours. */
async function eventWith(stage: Stage, count: number): Promise<Target> {
  const target = await stage.hotEvent();
  const share = Math.ceil(target.seats.length / Math.max(1, count));
  for (let made = 0; made < count; made++) {
    const seats = target.seats.slice(made * share, (made + 1) * share);
    await makeAllotment(stage.owner, target, { ...terms, name: `Allotment ${made + 1}` }, seats);
  }
  return target;
}

function ratiosFor(what: string, pairs: Pairs) {
  return [
    ratiosOf(`${what}, none again`, pairs.none),
    ratiosOf(`${what}, one allotment`, pairs.one),
    ratiosOf(`${what}, ${most} allotments`, pairs.many),
  ] as const;
}

function present(pairs: Pairs, alone: Pairs): Study {
  const held = ratiosFor('hold', pairs);
  const all = [...held, ...ratiosFor('rules alone', alone)];
  return {
    title: 'What allotments cost',
    about:
      'Processor time of the service and its database for a hold or its end, in rounds that follow each other in one process, ' +
      'against an event without allotments; and the rules alone, for a hold and its end. The median of all pairs lies ' +
      'between the two bounds with a probability of 95 %.',
    figures: Object.fromEntries(
      all.flatMap(({ name, ratio, low, high }) => [
        [`${name}, to none`, ratio],
        [`${name}: at least`, low],
        [`${name}: at most`, high],
      ]),
    ),
    tables: [{ columns: pairColumns, rows: all.map(({ row }) => row) }],
    plots: [],
    checks: [
      boundedCost(
        `${most} allotments: a hold costs at most ${costMax} of one without (upper bound of the median, 95 %)`,
        held[2],
        costMax,
      ),
    ],
  };
}
