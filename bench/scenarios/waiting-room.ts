/**
 * Study: an on-sale through the queue of one event. Buyers join before it opens; then they are admitted at a set rate,
 * ask for their place on their own schedules, and open a session when it is their turn. Every ticket must be found again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { remember } from '../audit/evidence.ts';
import type { JoinPlan, Target, WaitPlan } from '../load/plan.ts';
import { median } from '../reporting/statistics.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { measure, type Round } from './scenario.ts';
import { atLeast, atMost, type Study } from './study.ts';

const full = { tickets: 100_000, perMinute: 60_000, askSeconds: 10, openSeconds: 60, firstAskMs: 30_000 };
const quick = { tickets: 3_000, perMinute: 12_000, askSeconds: 2, openSeconds: 5, firstAskMs: 2_000 };
const sockets = 1_000;
/** The admission is set before the load generator begins. */
const opensInMs = 1_000;
const sampleMs = 50;
const farFuture = '2999-01-01T00:00:00Z';
const promised = { joinsPerSecond: 10_000, rateErrorMax: 0.02 };

export const waitingRoom: ApartDefinition = {
  kind: 'apart',
  name: 'waiting-room',
  about:
    '100,000 buyers join the queue of one event and are admitted at 60,000 a minute (3,000 at 12,000 with --quick)',
  unit: 'joins and admissions',
  isEssential: false,
  run: (ask) => Stage.around(false, (stage) => new WaitingRoom(stage, ask).run()),
};

interface Opening {
  readonly round: Round;
  /** Admitted per minute of the event's own time. */
  readonly perMinute: number;
  readonly sessions: number;
}

class WaitingRoom {
  private readonly stage: Stage;
  private readonly ask: StudyAsked;
  private readonly size: typeof full;

  constructor(stage: Stage, ask: StudyAsked) {
    this.stage = stage;
    this.ask = ask;
    this.size = ask.isQuick ? quick : full;
  }

  async run(): Promise<Study> {
    const { ask, size, stage } = this;
    const target = await stage.hotEvent();
    await this.setAdmission(target, { opensAt: farFuture, ratePerMinute: size.perMinute });
    ask.tell('joins');
    const joins = await this.joinAll(target);
    const tickets = stage.evidence.waited.map(({ ticket }) => ticket);
    ask.tell('places');
    const asks = this.waits(target, tickets, size.askSeconds * 1000);
    const places = await this.play('asking for a place', asks, size.askSeconds);
    ask.tell('the opening');
    return present(tickets.length, size.perMinute, joins, places.round, await this.open(target, tickets));
  }

  private async setAdmission({ eventId }: Target, changes: object): Promise<void> {
    const body = { mode: 'QUEUE', claimSeconds: 3600, ...changes };
    await this.stage.owner.demand({ method: 'PUT', path: `/api/private/v2.0/events/${eventId}/admission`, body });
  }

  /** Joins until so many tickets are acknowledged. */
  private async joinAll(target: Target): Promise<readonly Round[]> {
    const { evidence } = this.stage;
    const rounds: Round[] = [];
    while (evidence.waited.length < this.size.tickets) {
      const plan: JoinPlan = { kind: 'joins', target, label: `join-${rounds.length}` };
      const { round, load } = await this.play('joins', plan, this.ask.seconds, this.ask.connections.at(-1));
      remember(evidence, load);
      rounds.push(round);
    }
    return rounds;
  }

  private waits(target: Target, tickets: readonly string[], firstAskMs: number): WaitPlan {
    return { kind: 'waits', target, tickets, firstAskMs };
  }

  private async open(target: Target, tickets: readonly string[]): Promise<Opening> {
    const { evidence } = this.stage;
    const { perMinute: ratePerMinute, openSeconds, firstAskMs } = this.size;
    await this.setAdmission(target, { opensAt: new Date(Date.now() + opensInMs).toISOString(), ratePerMinute });
    const over = new AbortController();
    const [{ round, load }, perMinute] = await Promise.all([
      this.play('opening', this.waits(target, tickets, firstAskMs), openSeconds).finally(() => over.abort()),
      this.measureRate(target, over.signal),
    ]);
    // The audit needs an event at rest, and this one would go on to admit those who still wait.
    await this.setAdmission(target, { ratePerMinute: 0 });
    // The same tickets as before, with their places and sessions.
    evidence.waited.length = 0;
    remember(evidence, load);
    return { round, perMinute, sessions: load.waited.filter(({ sessionId }) => sessionId !== null).length };
  }

  /**
   * Samples how many tickets were ever admitted, and the event's time. The event admits in steps of up to a second, so only
   * samples that follow a step count: from one step to another the time is that of whole steps.
   */
  private async measureRate({ eventId, publicKey }: Target, over: AbortSignal): Promise<number> {
    const path = `/api/public/v2.0/event/${eventId}/queue/?publicKey=${publicKey}`;
    const samples: { readonly at: number; readonly admitted: number }[] = [];
    while (!over.aborted) {
      const { tickets, serverTime } = await this.stage.visitor.demand({ method: 'GET', path });
      const admitted = tickets.admitted + tickets.claimed + tickets.lapsed;
      const isStep = admitted > (samples.at(-1)?.admitted ?? 0);
      if (isStep && tickets.waiting > 0) samples.push({ at: Date.parse(serverTime), admitted });
      await pause(sampleMs);
    }
    const [first, last] = [samples[0], samples.at(-1)];
    if (first === undefined || last === undefined || last.at === first.at) throw new InvalidRun('nobody was admitted');
    return ((last.admitted - first.admitted) / (last.at - first.at)) * 60_000;
  }

  private async play(name: string, load: JoinPlan | WaitPlan, seconds: number, connections = sockets) {
    const { generator, server, service } = this.stage;
    const plan = { ...load, baseUrl: service.baseUrl, connections, seconds, warmSeconds: 0 };
    const measured = await measure({ name, unit: 'calls' }, { server, generator, plan });
    if (measured.round.invalidReason !== null) throw new InvalidRun(`${name}: ${measured.round.invalidReason}`);
    return measured;
  }
}

function present(count: number, asked: number, joins: readonly Round[], places: Round, opening: Opening): Study {
  const joinsPerSecond = median(joins.map(({ perSecond }) => perSecond));
  const rateError = Math.abs(opening.perMinute / asked - 1);
  const { ask: asks, create } = opening.round.steps;
  const row = ({ scenario, perSecond, p50Ms, p99Ms, cpuMicros, failed, broken }: Round) => {
    return [scenario, Math.round(perSecond), p50Ms, p99Ms, cpuMicros, failed + broken];
  };
  return {
    title: 'The waiting room',
    about: `${count} buyers join the queue of one event, ask for their place, and are admitted at ${asked} a minute; ${opening.sessions} opened a session with their ticket. The audit found each ticket once, no two in one place, and no session of a ticket whose turn had not come.`,
    figures: {
      'joins per second': joinsPerSecond,
      'CPU µs of a join': median(joins.map(({ cpuMicros }) => cpuMicros)),
      'CPU µs of asking for a place': places.cpuMicros,
      'admitted per minute': opening.perMinute,
      'error of the rate': rateError,
      'place asked for, p99 ms': asks?.p99Ms ?? null,
      'session opened with a ticket, p99 ms': create?.p99Ms ?? null,
    },
    tables: [
      {
        columns: ['what', 'calls/s', 'p50 ms', 'p99 ms', 'CPU µs', 'failed'],
        rows: [...joins, places, opening.round].map(row),
      },
    ],
    plots: [],
    checks: [
      atLeast(`${promised.joinsPerSecond} joins a second`, joinsPerSecond, promised.joinsPerSecond),
      atMost(`the rate of ${asked} a minute is kept within 2 %`, rateError, promised.rateErrorMax),
    ],
  };
}
