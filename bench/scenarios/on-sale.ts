/**
 * Study: the first minutes of an on-sale, with a mix of calls that is published elsewhere: 10,000 open sessions on
 * 12,000 seats; all poll the availability, 30 % read their session, 5 % hold one or two seats and give them back after
 * one to three seconds.
 */

import { remember } from '../audit/evidence.ts';
import type { StepFigures } from '../load/plan.ts';
import { median } from '../reporting/statistics.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { InvalidRun, type Stage } from '../stand/stage.ts';
import type { StudyAsked, StudyDefinition } from './definition.ts';
import { makeSessions } from './holds.ts';
import { measure, type Round } from './scenario.ts';
import { atLeast, atMost, type Study } from './study.ts';

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
    const rounds: Round[] = [];
    while (rounds.length < ask.rounds) rounds.push(await play(stage, ask, count));
    return present(rounds, count);
  },
};

/** One rush on an event of its own. */
async function play(stage: Stage, ask: StudyAsked, count: number): Promise<Round> {
  const { owner, demo, visitor, service, generator, evidence } = stage;
  const target = await makeEvent(owner, demo, await makeSchema(owner, seats, 0));
  ask.tell(`${count} sessions`);
  const sessionIds: string[] = [];
  while (sessionIds.length < count) {
    sessionIds.push(...(await makeSessions(visitor, target, Math.min(together, count - sessionIds.length))));
  }
  ask.tell('the rush');
  const seconds = Math.max(ask.isQuick ? quickSecondsMin : secondsMin, ask.seconds);
  const pace = { pollEveryMs, readEveryMs: pollEveryMs, readerShare, holderShare, keepMs };
  const load = { kind: 'visits', target, sessionIds, ...pace } as const;
  const plan = { ...load, baseUrl: service.baseUrl, connections: sockets, seconds, warmSeconds };
  const scenario = { name: 'on-sale', unit: 'calls' } as const;
  const { round, load: result } = await measure(scenario, { server: stage.server, generator, plan });
  remember(evidence, result);
  if (round.invalidReason !== null || round.steps.lock === undefined) {
    throw new InvalidRun(`on-sale: ${round.invalidReason ?? 'no holds'}`);
  }
  return round;
}

function present(rounds: readonly Round[], count: number): Study {
  const sum = (of: (round: Round) => number) => rounds.reduce((total, round) => total + of(round), 0);
  const middle = (of: (round: Round) => number | null) => median(rounds.map(of));
  const wanted = (published.holdsPerSecond * count) / published.visitors;
  const accepted = middle(({ steps, seconds }) => steps.lock!.done / seconds);
  const holdP99Ms = middle(({ steps }) => steps.lock!.p99Ms);
  const row = (step: string) => {
    const all = rounds.flatMap(({ steps }) => steps[step] ?? []);
    const total = (of: (figures: StepFigures) => number) => all.reduce((so, figures) => so + of(figures), 0);
    return [
      step,
      Math.round(total(({ done }) => done) / sum(({ seconds }) => seconds)),
      median(all.map(({ p50Ms }) => p50Ms)),
      median(all.map(({ p99Ms }) => p99Ms)),
      total(({ conflicts }) => conflicts),
      total(({ refused }) => refused),
      total(({ failed }) => failed),
    ];
  };
  return {
    title: 'The on-sale',
    about: `${count} open sessions on ${seats} seats over ${sockets} connections; visitors act on their own schedules, whatever the answers. Medians of ${rounds.length} rushes; ${sum(({ conflicts }) => conflicts)} conflicts, ${sum(({ broken }) => broken)} without an answer.`,
    figures: {
      'accepted holds per second': accepted,
      'hold p99 ms': holdP99Ms,
      'calls per second': middle(({ perSecond }) => perSecond),
      'server busy': middle(({ serverBusy }) => serverBusy),
      'loop delay p99 ms': middle(({ loopP99Ms }) => loopP99Ms),
    },
    tables: [
      {
        columns: ['call', 'done/s', 'p50 ms', 'p99 ms', 'conflicts', 'refused', 'failed'],
        rows: [...new Set(rounds.flatMap(({ steps }) => Object.keys(steps)))].map(row),
      },
    ],
    plots: [],
    checks: [
      atMost(`p99 of a hold at most the published ${published.holdP99Ms} ms`, holdP99Ms, published.holdP99Ms),
      atLeast(
        `accepted holds a second, which the mix decides: about the published ${wanted.toFixed(1)}`,
        accepted,
        wanted * mixShare,
      ),
      atMost(
        'failed or unanswered calls',
        sum(({ failed, broken }) => failed + broken),
        0,
      ),
    ],
  };
}
