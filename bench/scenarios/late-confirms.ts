/**
 * Study: what a late payment costs. Sessions that expired out of PENDING_PAYMENT are confirmed with `reclaim`, in turn
 * with ordinary confirms of as many sessions with as many seats, in closed loop. In a third kind of round the seats of
 * every third session were sold in between: exactly these are refused, and the refusal names the seats.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { remember } from '../audit/evidence.ts';
import type { LoadResult, PurchaseRecord, Target, WaitingCart } from '../load/plan.ts';
import { median, medianRatio } from '../reporting/statistics.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { familySeconds, processorSeconds, untilIdle } from '../stand/processor.ts';
import { InvalidRun, Stage } from '../stand/stage.ts';
import { makeCarts } from './carts.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import type { Check, Study } from './study.ts';

const seatsEach = 2;
const takenEvery = 3;
/** The box office takes at most so many seats in one call. */
const seatsPerSale = 1_000;
/** Beyond the time to pay: the sweep comes once a second. */
const sweptMs = 3_000;
/** A round ends when all confirms are answered, or after this time. */
const roundSeconds = 60;
const api = '/api/private/v2.0';

interface Sizes {
  /** Sessions of each kind in a round, and those of a round whose seats are partly taken. */
  readonly carts: number;
  readonly contested: number;
  /** Long enough for making a round's ordinary sessions and confirming them; late sessions wait for it once. */
  readonly graceSeconds: number;
}

const whole: Sizes = { carts: 3_000, contested: 900, graceSeconds: 60 };
const quick: Sizes = { carts: 1_200, contested: 300, graceSeconds: 25 };

export const lateConfirms: ApartDefinition = {
  kind: 'apart',
  name: 'late-confirms',
  about: 'Confirms of sessions that expired unpaid, in turn with ordinary ones, and with a third of the seats taken',
  unit: 'confirms',
  isEssential: false,
  run: (ask) => {
    const sizes = ask.isQuick ? quick : whole;
    const settings = { PAYMENT_GRACE_SECONDS: `${sizes.graceSeconds}` };
    return Stage.around(ask.isProfiled, (stage) => new LateConfirms(stage, ask, sizes).run(), settings);
  },
};

type Kind = 'ordinary' | 'late' | 'contested';

/** Sessions of one event that wait for their confirm. */
interface Waiting {
  readonly target: Target;
  readonly carts: readonly WaitingCart[];
}

interface Measured {
  readonly perSecond: number;
  /** For each confirm: of the service, and of its database. Null where the system does not tell. */
  readonly serviceMicros: number | null;
  readonly storeMicros: number | null;
  /** Share of the sessions that are confirmed. */
  readonly share: number;
}

class LateConfirms {
  private readonly stage: Stage;
  private readonly ask: StudyAsked;
  private readonly sizes: Sizes;
  private readonly measured: Record<Kind, Measured[]> = { ordinary: [], late: [], contested: [] };
  private schemaId = 0;
  private known: Target | undefined;

  constructor(stage: Stage, ask: StudyAsked, sizes: Sizes) {
    this.stage = stage;
    this.ask = ask;
    this.sizes = sizes;
  }

  async run(): Promise<Study> {
    const { ask, sizes } = this;
    const seats = Math.ceil((sizes.carts * seatsEach) / 100) * 100;
    this.schemaId = await makeSchema(this.stage.owner, seats, 0);
    const expired: Record<'late' | 'contested', Waiting>[] = [];
    // One more than the rounds, to warm up.
    while (expired.length <= ask.rounds) {
      ask.tell(`making sessions ${expired.length + 1}/${ask.rounds + 1}`);
      expired.push({ late: await this.waiting(sizes.carts), contested: await this.waiting(sizes.contested) });
    }
    ask.tell('waiting until they have expired');
    await pause(sizes.graceSeconds * 1000 + sweptMs);
    for (const [number, round] of expired.entries()) await this.round(number, round);
    return present(sizes, this.measured);
  }

  /** Round 0 is not counted. Every second round has the reverse order. */
  private async round(number: number, { late, contested }: Record<'late' | 'contested', Waiting>): Promise<void> {
    this.ask.tell(`round ${number}`);
    await this.sellSome(contested);
    const ordinary = await this.waiting(this.sizes.carts);
    const kinds: [Kind, Waiting][] = [
      ['ordinary', ordinary],
      ['late', late],
      ['contested', contested],
    ];
    for (const [kind, waiting] of number % 2 === 0 ? kinds : kinds.toReversed()) {
      const measured = await this.measure(kind, waiting);
      if (number > 0) this.measured[kind].push(measured);
    }
  }

  /** Sessions on an event of their own, each with seats and checked out. */
  private async waiting(count: number): Promise<Waiting> {
    const { owner, demo, visitor } = this.stage;
    const target = await makeEvent(owner, demo, this.schemaId, this.known);
    this.known = target;
    const carts = await makeCarts(visitor, target, count, seatsEach);
    const checkout = (sessionId: string) =>
      visitor.demand({ method: 'POST', path: `/api/public/v2.0/session/${sessionId}/checkout`, body: {} });
    await Promise.all(carts.map(({ sessionId }) => checkout(sessionId)));
    const named = carts.map(({ sessionId, seats }) => ({ sessionId, seats, reference: `of ${sessionId}` }));
    return { target, carts: named };
  }

  /** Sells the seats of every third session to somebody else. */
  private async sellSome({ target: { eventId }, carts }: Waiting): Promise<void> {
    const taken = carts.filter((_, place) => isTaken(place)).flatMap(({ seats }) => seats);
    for (let at = 0; at < taken.length; at += seatsPerSale) {
      const seats = taken.slice(at, at + seatsPerSale);
      const body = { seats: seats.map((id) => ({ id })) };
      const path = `${api}/booking/directsale?eventId=${eventId}`;
      const isDone = await this.stage.owner.demand({ method: 'POST', path, body });
      if (isDone !== true) throw new InvalidRun('seats of expired sessions were not free');
      this.stage.evidence.booked.push({ eventId, seats, states: ['SOLD'] });
    }
  }

  private async measure(kind: Kind, { target: { eventId }, carts }: Waiting): Promise<Measured> {
    const { service, generator, demo, evidence } = this.stage;
    const connections = Math.min(this.ask.connections.at(-1) as number, carts.length);
    const before = await this.processor();
    const load = await generator.run({
      kind: 'confirms',
      baseUrl: service.baseUrl,
      eventId,
      carts,
      apiKey: demo.organizationToken,
      isLate: kind !== 'ordinary',
      connections,
      seconds: roundSeconds,
      warmSeconds: 0,
    });
    const after = await this.processor();
    remember(evidence, load);
    demandAnswers(kind, carts, load);
    const { done, conflicts } = load.all;
    const micros = (of: 'service' | 'store') =>
      before[of] === null || after[of] === null ? null : ((after[of] - before[of]) / carts.length) * 1e6;
    return {
      perSecond: (done + conflicts) / load.seconds,
      serviceMicros: micros('service'),
      storeMicros: micros('store'),
      share: done / carts.length,
    };
  }

  /** At rest, so that what follows a confirm (projection, feed) is part of what it costs. */
  private async processor(): Promise<Record<'service' | 'store', number | null>> {
    const { service, storePid } = this.stage;
    await Promise.all([service.pid, storePid].map(untilIdle));
    return { service: await processorSeconds(service.pid), store: await familySeconds(storePid) };
  }
}

const isTaken = (place: number): boolean => place % takenEvery === 0;

/** Every session got the answer of its kind. Throws `InvalidRun` otherwise. */
function demandAnswers(kind: Kind, carts: readonly WaitingCart[], { bought }: LoadResult): void {
  const answers = new Map(bought.map((record) => [record.sessionId, record]));
  const isRight = ({ sessionId, seats }: WaitingCart, place: number): boolean => {
    const answer = answers.get(sessionId);
    if (answer === undefined) return false;
    if (kind === 'contested' && isTaken(place)) return answer.outcome === 'refused' && namesAll(answer, seats);
    return answer.outcome === 'confirmed' && (answer.reclaimed === true) === (kind !== 'ordinary');
  };
  const wrong = carts.filter((cart, place) => !isRight(cart, place));
  if (wrong.length === 0 && bought.length === carts.length) return;
  const example = JSON.stringify(wrong[0] === undefined ? null : answers.get(wrong[0].sessionId));
  throw new InvalidRun(`${kind} confirms: ${wrong.length} of ${carts.length} had another answer, such as ${example}`);
}

function namesAll({ conflicts = [] }: PurchaseRecord, seats: readonly number[]): boolean {
  return conflicts.length === seats.length && seats.every((seat) => conflicts.includes(seat));
}

function present(sizes: Sizes, { ordinary, late, contested }: Record<Kind, readonly Measured[]>): Study {
  const of = (all: readonly Measured[], figure: keyof Measured) => all.map((one) => one[figure]);
  const middle = (all: readonly Measured[]) => ({
    perSecond: median(of(all, 'perSecond')),
    service: median(of(all, 'serviceMicros')),
    store: median(of(all, 'storeMicros')),
  });
  const ratio = (figure: keyof Measured) => medianRatio(of(late, figure), of(ordinary, figure));
  const share = median(of(contested, 'share'));
  const rows = Object.entries({ ordinary, late, contested }).map(([kind, all]) => {
    const { perSecond, service, store } = middle(all);
    return [kind, all.length, perSecond, service, store];
  });
  const figures = {
    'late confirms a second': middle(late).perSecond,
    'late to ordinary, rate': ratio('perSecond'),
    'late to ordinary, processor time of the service': ratio('serviceMicros'),
    'late to ordinary, processor time of the database': ratio('storeMicros'),
    'share reclaimed with a third of the seats taken': share,
  };
  const expected = 1 - 1 / takenEvery;
  const exact: Check = {
    says: 'With the seats of every third session taken, exactly the others are reclaimed',
    figure: share,
    isKept: share === null ? null : Math.abs(share - expected) < 1e-9,
  };
  return {
    title: 'Late payments',
    about:
      `${sizes.carts} sessions with ${seatsEach} seats each that expired unpaid are confirmed with reclaim, in turn with as many ` +
      `ordinary confirms, in closed loop; of ${sizes.contested} more every third has lost its seats. The work that follows a confirm is counted too.`,
    figures,
    tables: [{ columns: ['confirms', 'rounds', 'answers a second', 'service µs', 'database µs'], rows }],
    plots: [],
    checks: [exact],
  };
}
