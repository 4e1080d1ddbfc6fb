/**
 * One event from its presale to its general sale, under load: five allotments, sessions of fans and of others, and the
 * figures of the opening.
 */
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { remember } from '../audit/evidence.ts';
import { type LoadResult, type Plan, type RoamingPlan, sliceMs, type Target } from '../load/plan.ts';
import { Viewers } from '../load/viewers.ts';
import { changeAllotment, makeAllotment, readAllotment } from '../stand/catalog.ts';
import { InvalidRun, type Stage } from '../stand/stage.ts';
import type { StudyAsked } from './definition.ts';
import { makeSessions } from './holds.ts';
import { now, viewersPath } from './live-viewers.ts';
import { measure, type Round } from './scenario.ts';

/** `keepers`: fans who hold two seats each all the time. `eachSeconds`: of the presale, and of the general sale. */
export const full = { keepers: 2_000, fans: 8_000, others: 10_000, viewers: 500, eachSeconds: 4 };
export const quick = { keepers: 200, fans: 800, others: 1_000, viewers: 50, eachSeconds: 1 };
/** The first seat after those of each allotment; those of the keepers are the first of the fans'. */
const ends = { keepers: 4_000, fans: 14_000, general: 42_000, upper: 46_000, house: 47_000, sponsors: 50_000 };
const together = 500;
const farFuture = '2999-01-01T00:00:00Z';
const passSeconds = 3_600;
const general = { name: 'General sale', access: 'PUBLIC', opensAt: farFuture };
const fanClub = { name: 'Fan club', access: 'PASS', maxSeatsPerSession: 4, release: { at: farFuture } };
/** By so much the clocks of the database, the service and the generator may differ: all three read the machine's. */
const clockErrorMs = 5;

type Sign = (eventId: string, allotment: string) => Promise<string>;

/** Stores a key of the organization; signs passes with it. */
export async function signer({ owner }: Stage): Promise<Sign> {
  const [kid, alg, secret] = ['presale', 'HS256', `${randomUUID()}${randomUUID()}`];
  const body = { kid, algorithm: alg, secret };
  await owner.demand({ method: 'PUT', path: '/api/private/management/v2.0/pass-keys/', body });
  const key = new TextEncoder().encode(secret);
  return (event, allotment) =>
    new SignJWT({ event, allotments: [allotment] })
      .setProtectedHeader({ alg, kid })
      .setSubject(randomUUID())
      .setJti(randomUUID())
      .setExpirationTime(`${passSeconds} seconds`)
      .sign(key);
}

export interface Opening {
  readonly round: Round;
  /** Done a second, locks and unlocks, before the opening and after it. */
  readonly before: number;
  readonly after: number;
  /** The slowest tenth of the first second after the opening. */
  readonly slowest: number;
  /** Until the event recorded the release of the fans' free seats, by its own time. */
  readonly decidedMs: number;
  readonly firstHoldMs: number;
  /** From the opening until the last viewer was told. */
  readonly toldMs: number;
  readonly keepers: number;
  /** Of the keepers. */
  readonly kept: number;
}

/** One event, from its making to the end of the load. */
export class Presale {
  private readonly stage: Stage;
  private readonly ask: StudyAsked;
  private readonly size: typeof full;
  private readonly sign: Sign;
  private opensAt = 0;

  constructor(stage: Stage, ask: StudyAsked, sign: Sign) {
    this.stage = stage;
    this.ask = ask;
    this.size = ask.isQuick ? quick : full;
    this.sign = sign;
  }

  async play(): Promise<Opening> {
    const { stage, ask, size } = this;
    const target = await stage.hotEvent();
    const allotments = await this.divide(target);
    ask.tell('sessions');
    const pass = () => this.sign(target.eventId, allotments.fans);
    const keepers = await this.open(target, size.keepers, pass);
    const fans = await this.open(target, size.fans, pass);
    const others = await this.open(target, size.others);
    await this.keep(target, keepers);
    const { port } = stage.service;
    const viewers = await Viewers.open(port, viewersPath(target), size.viewers);
    try {
      ask.tell('the opening');
      const { round, load } = await this.load(target, allotments, [fans, others]);
      const kept = await this.keptBy(target, keepers);
      const toldMs = await this.toldMs(viewers);
      const decidedMs = await this.decidedMs(target, allotments.fans);
      return { round, ...this.ratesOf(load), decidedMs, firstHoldMs: this.firstHoldMs(load, others), toldMs, ...kept };
    } finally {
      await viewers.close();
    }
  }

  /** Every seat of the event is in one of five allotments. */
  private async divide(target: Target): Promise<{ readonly fans: string; readonly general: string }> {
    const { owner } = this.stage;
    const make = (terms: object, from: number, to: number) =>
      makeAllotment(owner, target, terms, target.seats.slice(from, to));
    const fans = await make(fanClub, 0, ends.fans);
    const opened = await make(general, ends.fans, ends.general);
    await make({ name: 'Upper tier', access: 'PUBLIC', opensAt: farFuture }, ends.general, ends.upper);
    await make({ name: 'House seats', access: 'STAFF', release: { whenSold: 'EVENT' } }, ends.upper, ends.house);
    await make({ name: 'Sponsors', access: 'PASS', maxSeatsPerSession: 2 }, ends.house, ends.sponsors);
    return { fans, general: opened };
  }

  private async open(target: Target, count: number, sign?: () => Promise<string>): Promise<readonly string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      ids.push(...(await makeSessions(this.stage.visitor, target, Math.min(together, count - ids.length), sign)));
    }
    return ids;
  }

  /** Each keeper holds two seats; the evidence says so, so that the audit looks for them too. */
  private async keep(target: Target, keepers: readonly string[]): Promise<void> {
    const { visitor, evidence } = this.stage;
    const { eventId } = target;
    const hold = async (sessionId: string, at: number) => {
      const seats = seatsOfKeeper(target, at);
      const path = `/api/public/v2.0/session/${sessionId}/lock`;
      await visitor.demand({ method: 'POST', path, body: { seats, groupOfSeats: [] } });
      evidence.holds.push({ eventId, sessionId, seats, pending: null });
    };
    await Promise.all(keepers.map(hold));
  }

  /** Sets the moment when the service is at rest, just before the load. */
  private async load(
    target: Target,
    allotments: { readonly fans: string; readonly general: string },
    [fans, others]: readonly [readonly string[], readonly string[]],
  ): Promise<{ round: Round; load: LoadResult }> {
    const { stage, ask, size } = this;
    const { owner, server, evidence } = stage;
    const generator = {
      run: async (plan: Plan): Promise<LoadResult> => {
        this.opensAt = Date.now() + (plan.warmSeconds + size.eachSeconds) * 1000;
        const opensAt = new Date(this.opensAt).toISOString();
        await changeAllotment(owner, target, allotments.general, { ...general, opensAt });
        await changeAllotment(owner, target, allotments.fans, { ...fanClub, release: { at: opensAt } });
        return await stage.generator.run(plan);
      },
    };
    const of = (sessionIds: readonly string[], at: number) =>
      sessionIds.map((sessionId) => ({ sessionId, target: at }));
    const plan: Plan & RoamingPlan = {
      kind: 'roaming',
      targets: [
        { ...target, seats: target.seats.slice(ends.keepers, ends.fans) },
        { ...target, seats: target.seats.slice(ends.fans, ends.general) },
      ],
      sessions: [...of(fans, 0), ...of(others, 1)],
      baseUrl: stage.service.baseUrl,
      connections: ask.connections.at(-1)!,
      seconds: 2 * size.eachSeconds,
      warmSeconds: ask.warmSeconds,
    };
    const measured = await measure({ name: 'presale', unit: 'answers' }, { server, generator, plan });
    remember(evidence, measured.load);
    const { invalidReason, steps } = measured.round;
    if (invalidReason !== null) throw new InvalidRun(`presale: ${invalidReason}`);
    const { conflicts = 0, refused = 0 } = steps.unlock ?? {};
    if (conflicts + refused > 0) throw new InvalidRun(`presale: ${conflicts + refused} seats could not be given back`);
    return measured;
  }

  /** How many keepers are shown with exactly their seats. */
  private async keptBy(target: Target, keepers: readonly string[]): Promise<Pick<Opening, 'keepers' | 'kept'>> {
    const shown = async (sessionId: string, at: number) => {
      const path = `/api/public/v2.0/session/${sessionId}`;
      const { cart } = await this.stage.visitor.demand({ method: 'GET', path });
      const due = seatsOfKeeper(target, at);
      const ids: readonly number[] = cart.seats.map((seat: { id: number }) => seat.id);
      return ids.length === due.length && due.every((id) => ids.includes(id));
    };
    const kept = await Promise.all(keepers.map(shown));
    return { keepers: keepers.length, kept: kept.filter(Boolean).length };
  }

  private async decidedMs(target: Target, fans: string): Promise<number> {
    const { released } = await readAllotment(this.stage.owner, target, fans);
    if (released === null) throw new InvalidRun('presale: the seats of the fans were not released');
    return Date.parse(released.at) - this.opensAt;
  }

  /** An opening of so many seats is told by a reset. */
  private async toldMs(viewers: Viewers): Promise<number> {
    const { resetAt, ended } = await viewers.ask({ do: 'report' });
    const openedAt = now() - (Date.now() - this.opensAt) * 1000;
    const [first, last] = resetAt.map((at) => (at - openedAt) / 1000) as [number, number];
    if (ended > 0 || first < -clockErrorMs) throw new InvalidRun('presale: a viewer was not told of the opening');
    return last;
  }

  private firstHoldMs({ holds }: LoadResult, others: readonly string[]): number {
    const openers = new Set(others);
    const held = holds.flatMap(({ sessionId, firstHeldAt }) => (openers.has(sessionId) ? (firstHeldAt ?? []) : []));
    if (held.length === 0) throw new InvalidRun('presale: nobody held a seat that was opened');
    const first = held.reduce((least, at) => Math.min(least, at)) - this.opensAt;
    if (first < -clockErrorMs) throw new InvalidRun(`presale: a seat was held ${-first} ms before its opening`);
    return first;
  }

  private ratesOf({ timeline, startedAt }: LoadResult): Pick<Opening, 'before' | 'after' | 'slowest'> {
    const perSecond = (slices: readonly number[]) =>
      slices.reduce((sum, done) => sum + done, 0) / ((slices.length * sliceMs) / 1000);
    const { warmSeconds } = this.ask;
    const slicesOf = (ms: number) => Math.round(ms / sliceMs);
    const opening = (this.opensAt - startedAt) / sliceMs;
    const [last, first] = [Math.floor(opening), Math.ceil(opening)];
    const end = slicesOf((warmSeconds + 2 * this.size.eachSeconds) * 1000);
    const soon = timeline.slice(first, first + slicesOf(1000)).slice(0, end - first);
    return {
      before: perSecond(timeline.slice(slicesOf(warmSeconds * 1000), last)),
      after: perSecond(timeline.slice(first, end)),
      slowest: Math.min(...soon) * (1000 / sliceMs),
    };
  }
}

function seatsOfKeeper({ seats }: Target, at: number): readonly number[] {
  return seats.slice(2 * at, 2 * at + 2);
}
