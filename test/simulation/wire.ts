/**
 * The connections between a node and the database. A statement takes some time and may fail in every way: it may never
 * arrive, its response may be lost, it may take effect after the sender has received an error, or the server may crash
 * meanwhile. The sender learns no more about it than over a real connection.
 */
import type { Life } from './life.ts';
import { type StatementFate, statementFates } from './mixture.ts';
import type { Universe } from './universe.ts';

/** How long a sender waits at most before it considers a silent connection lost. */
const silenceMsMax = 2_500;

export type StatementKind =
  | 'append'
  | 'look'
  | 'check'
  | 'take-over'
  | 'load'
  | 'records'
  | 'project'
  | 'snapshot'
  | 'find';

interface Flight {
  readonly execute: () => void;
  readonly fail: (error: Error) => void;
  /** Runs the statement, unless it has run or was lost in a crash. */
  readonly finish: () => void;
}

export class Server {
  readonly #universe: Universe;
  readonly #flights = new Set<Flight>();
  #upAt = 0;

  constructor(universe: Universe) {
    this.#universe = universe;
  }

  get isUp(): boolean {
    return this.#universe.timeline.now >= this.#upAt;
  }

  /** Each statement in flight either takes effect now or never; its sender does not learn which. */
  crash(downMs: number): void {
    const { random, timeline } = this.#universe;
    this.#upAt = timeline.now + downMs;
    for (const flight of this.#flights) {
      if (random.chance(0.5)) flight.execute();
      flight.fail(new Error('Connection terminated unexpectedly'));
    }
    this.#flights.clear();
  }

  /** Brings the server up; statements in flight finish within 1 ms. */
  mend(): void {
    this.#upAt = 0;
    for (const { finish } of this.#flights) this.#universe.timeline.quietlyAfter(1, finish);
  }

  add(flight: Flight): void {
    this.#flights.add(flight);
  }

  /** Removes a statement in flight; false if it has run or was lost in a crash. */
  land(flight: Flight): boolean {
    return this.#flights.delete(flight);
  }
}

export class Wire {
  readonly #universe: Universe;
  readonly #life: Life;
  readonly #crashSoon: (where: string) => void;
  isCut = false;

  constructor(universe: Universe, life: Life, crashSoon: (where: string) => void) {
    this.#universe = universe;
    this.#life = life;
    this.#crashSoon = crashSoon;
  }

  /** Resolves with the result, and whether the server warned that it may not be durable; rejects on an error. */
  send<T>(kind: StatementKind, execute: () => T): Promise<{ readonly value: T; readonly isWarned: boolean }> {
    const { random, timeline, trace, mixture } = this.#universe;
    return new Promise((resolve, reject) => {
      if (this.#life.isOver) return;
      if (random.chance(mixture.crashAtCall)) this.#crashSoon(kind);
      const fate = this.#drawFate(kind);
      let result: { readonly value: T } | null = null;
      let isToldOff = false;
      const run = (): void => {
        result = { value: execute() };
        if (isToldOff) trace.count('unknown landed');
      };
      const fail = (error: Error): void => {
        if (isToldOff) return;
        isToldOff = true;
        this.#life.after(0.2, () => reject(error));
      };
      if (!this.#universe.server.isUp) return fail(refusedConnection());
      if (this.isCut || fate === 'lost request') return this.#lose(kind, fail);
      if (fate === 'refused') return fail(definiteRefusal());
      const finish = (): void => {
        if (!this.#universe.server.land(flight)) return;
        run();
        const { value } = result as { readonly value: T };
        if (fate === 'lost response' || this.isCut) this.#lose(kind, fail, true);
        else if (!isToldOff) {
          this.#life.after(random.between(0.1, 0.5), () => resolve({ value, isWarned: fate === 'warned' }));
        }
      };
      const flight: Flight = { execute: run, fail, finish };
      this.#universe.server.add(flight);
      if (fate === 'late commit')
        timeline.quietlyAfter(random.between(0.3, 2), () => fail(new Error('read ECONNRESET')));
      timeline.quietlyAfter(this.#serviceMs(kind, fate), finish);
    });
  }

  /** The result alone, for statements whose durability does not matter. */
  query<T>(kind: StatementKind, execute: () => T): Promise<T> {
    return this.send(kind, execute).then(({ value }) => value);
  }

  #lose(kind: StatementKind, fail: (error: Error) => void, hasLanded = false): void {
    const { random, timeline, trace } = this.#universe;
    trace.count(hasLanded ? 'unknown landed' : 'unknown not landed');
    trace.note(`${kind} lost${hasLanded ? ', landed' : ''}`);
    const silenceMs = this.isCut ? random.between(500, silenceMsMax) : random.between(0.3, 100);
    timeline.quietlyAfter(silenceMs, () => fail(new Error('Connection terminated unexpectedly')));
  }

  #serviceMs(kind: StatementKind, fate: StatementFate | null): number {
    const { random, isPatient, commitMs } = this.#universe;
    if (fate === 'slow')
      return random.chance(isPatient ? 0.5 : 0.02) ? random.between(10_500, 13_000) : random.between(20, 1_500);
    if (fate === 'late commit') return random.between(2, 1_500);
    return random.between(0.5, 1.5) * (kind === 'append' || kind === 'check' ? commitMs : 0.6);
  }

  #drawFate(kind: StatementKind): StatementFate | null {
    const { random, mixture, trace } = this.#universe;
    let at = random.next();
    for (const fate of statementFates) {
      at -= mixture.statements[fate];
      if (at >= 0) continue;
      trace.countSort('statement', fate);
      trace.note(`${kind} ${fate}`);
      return fate;
    }
    return null;
  }
}

function refusedConnection(): Error {
  return new Error('connect ECONNREFUSED');
}

function definiteRefusal(): Error {
  return Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03', severity: 'ERROR' });
}
