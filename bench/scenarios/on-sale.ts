/**
 * Study: the first minutes of an on-sale, with a mix of calls that is published elsewhere: 10,000 open sessions on
 * 12,000 seats; all poll the availability, 30 % read their session, 5 % hold one or two seats and give them back after
 * one to three seconds. After each rush the same visitors call a server that answers constants, while the service and
 * its database rest, and one that also writes the records of holds: the floors of the latencies on this machine.
 */

import { remember } from '../audit/evidence.ts';
import type { VisitPlan } from '../load/plan.ts';
import { median, medianRatio } from '../reporting/statistics.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { type BaselineServer, InvalidRun, type Stage } from '../stand/stage.ts';
import { visitAnswers } from './captured.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { makeSessions } from './holds.ts';
import { sessionsOfOneEvent } from './journal-only.ts';
import { visitCalls } from './journaled-calls.ts';
import { measure, type Round } from './scenario.ts';
import { above, atLeast, atMost, type Study } from './study.ts';

const seats = 12_000;
const visitors = 10_000;
const quickVisitors = 2_000;
const sockets = 1_000;
const pollEveryMs = 5_000;
const readerShare = 0.3;
const holderShare = 0.05;
const keepMs = [1_000, 3_000] as const;
const together = 500;
/** The longest first pause of a visitor that holds seats (`keepMs`). */
const warmSeconds = 3;
/** With so few holds a second a p99 needs this long. */
const secondsMin = 8;
const quickSecondsMin = 3;
/** Required share of the published rate of holds: the times of holds are random. */
const mixShare = 0.9;
/** The best published figures for this mix, measured at an engine without authentication and without a database. */
const published = { visitors: 10_000, holdP99Ms: 9, holdsPerSecond: 118 };

export const onSale: StudyDefinition = {
  kind: 'study',
  name: 'on-sale',
  about: '10,000 open sessions (2,000 with --quick): all poll, 30 % read, 5 % hold and release, on 12,000 seats',
  unit: 'accepted holds',
  isEssential: true,
  async run(stage, ask): Promise<Study> {
    const count = ask.isQuick ? quickVisitors : visitors;
    const rushes: Rush[] = [];
    while (rushes.length < ask.rounds) rushes.push(await play(stage, ask, count));
    return present(rushes, count);
  },
};

interface Rush {
  readonly round: Round;
  /** The same calls, answered with constants. */
  readonly constants: Round;
  /** The same, with holds and their ends written to a journal first. */
  readonly floor: Round;
}

/** One rush on an event of its own, and its floors. */
async function play(stage: Stage, ask: StudyAsked, count: number): Promise<Rush> {
  const { owner, demo, visitor, service, evidence } = stage;
  const target = await makeEvent(owner, demo, await makeSchema(owner, seats, 0));
  ask.tell(`${count} sessions`);
  const sessionIds: string[] = [];
  while (sessionIds.length < count) {
    sessionIds.push(...(await makeSessions(visitor, target, Math.min(together, count - sessionIds.length))));
  }
  const answering = await stage.constants(() => visitAnswers(stage, target));
  const journaling = await stage.journalOnly('visits', () => visitCalls(stage, target));
  ask.tell('the rush');
  const crowd = { target, sessionIds };
  const { round, load } = await rush(stage, ask, { baseUrl: service.baseUrl, server: () => stage.server }, crowd);
  remember(evidence, load);
  ask.tell('the same calls, answered with constants');
  const { round: constants } = await rush(stage, ask, answering, crowd);
  ask.tell('the same calls, of which only the records are written');
  const { round: floor } = await rush(stage, ask, journaling, { target, sessionIds: sessionsOfOneEvent(count) });
  return { round, constants, floor };
}

async function rush(
  { generator }: Stage,
  ask: StudyAsked,
  { baseUrl, server }: Pick<BaselineServer, 'baseUrl' | 'server'>,
  crowd: Pick<VisitPlan, 'target' | 'sessionIds'>,
) {
  const seconds = Math.max(ask.isQuick ? quickSecondsMin : secondsMin, ask.seconds);
  const pace = { pollEveryMs, readEveryMs: pollEveryMs, readerShare, holderShare, keepMs };
  const plan = { kind: 'visits', ...crowd, ...pace, baseUrl, connections: sockets, seconds, warmSeconds } as const;
  const measured = await measure({ name: 'on-sale', unit: 'calls' }, { server: server(), generator, plan });
  const { invalidReason, steps } = measured.round;
  if (invalidReason === null && steps.lock !== undefined) return measured;
  throw new InvalidRun(`on-sale: ${invalidReason ?? 'no holds'}`);
}

const holdP99 = ({ steps }: Round): number => steps.lock!.p99Ms;

function sumOf<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((sum, one) => sum + of(one), 0);
}

/** Medians and sums of one kind of call over all rushes. */
function rowOf(step: string, rushes: readonly Rush[]) {
  const of = (rounds: readonly Round[]) => rounds.flatMap(({ steps }) => steps[step] ?? []);
  const rounds = rushes.map(({ round }) => round);
  const all = of(rounds);
  const constants = of(rushes.map((rush) => rush.constants));
  const floors = of(rushes.map(({ floor }) => floor));
  return [
    step,
    Math.round(sumOf(all, ({ done }) => done) / sumOf(rounds, ({ seconds }) => seconds)),
    median(all.map(({ p50Ms }) => p50Ms)),
    median(all.map(({ p99Ms }) => p99Ms)),
    median(constants.map(({ p50Ms }) => p50Ms)),
    median(constants.map(({ p99Ms }) => p99Ms)),
    median(floors.map(({ p50Ms }) => p50Ms)),
    median(floors.map(({ p99Ms }) => p99Ms)),
    sumOf(all, ({ conflicts }) => conflicts),
    sumOf(all, ({ refused }) => refused),
    sumOf(all, ({ failed }) => failed),
  ];
}

function present(rushes: readonly Rush[], count: number): Study {
  const rounds = rushes.map(({ round }) => round);
  const constants = rushes.map((rush) => rush.constants);
  const floors = rushes.map(({ floor }) => floor);
  const middle = (of: (round: Round) => number | null) => median(rounds.map(of));
  const wanted = (published.holdsPerSecond * count) / published.visitors;
  const accepted = middle(({ steps, seconds }) => steps.lock!.done / seconds);
  const holdP99Ms = middle(holdP99);
  const floorP99Ms = median(floors.map(holdP99));
  const broken = sumOf(rounds, ({ broken }) => broken);
  return {
    title: 'The on-sale',
    about: `${count} open sessions on ${seats} seats over ${sockets} connections; visitors act on their own schedules, whatever the answers. Medians of ${rounds.length} rushes; ${sumOf(rounds, ({ conflicts }) => conflicts)} conflicts, ${broken} without an answer. Constants: the same calls at a server that answers fixed bytes, with the service and its database at rest. Journal only: at one that also writes the records of holds before it answers them.`,
    figures: {
      'accepted holds per second': accepted,
      'hold p99 ms': holdP99Ms,
      'hold p99 ms, answered with constants': median(constants.map(holdP99)),
      'hold p99 to constants': medianRatio(rounds.map(holdP99), constants.map(holdP99)),
      'hold p99 ms, journal only': floorP99Ms,
      'calls per second': middle(({ perSecond }) => perSecond),
      'server busy': middle(({ serverBusy }) => serverBusy),
      'loop delay p99 ms': middle(({ loopP99Ms }) => loopP99Ms),
    },
    tables: [
      {
        columns: [
          'call',
          'done/s',
          'p50 ms',
          'p99 ms',
          'constants p50 ms',
          'constants p99 ms',
          'journal only p50 ms',
          'journal only p99 ms',
          'conflicts',
          'refused',
          'failed',
        ],
        rows: [...new Set(rounds.flatMap(({ steps }) => Object.keys(steps)))].map((step) => rowOf(step, rushes)),
      },
    ],
    plots: [],
    checks: [
      above(
        floorP99Ms,
        atMost(`p99 of a hold at most the published ${published.holdP99Ms} ms`, holdP99Ms, published.holdP99Ms),
      ),
      atLeast(
        `accepted holds a second, which the mix decides: about the published ${wanted.toFixed(1)}`,
        accepted,
        wanted * mixShare,
      ),
      atMost('failed or unanswered calls', sumOf(rounds, ({ failed }) => failed) + broken, 0),
    ],
  };
}
