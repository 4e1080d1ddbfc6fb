/**
 * The connections between a node and the database. A statement takes some time and may fail in every way: it may never
 * arrive, its response may be lost, it may take effect after the sender has received an error, or the server may crash
 * meanwhile. The sender learns no more about it than over a real connection.
 */

import { type StatementFault, statementFaults } from './fault-rates.ts';
import type { ProcessLifetime } from './process-lifetime.ts';
import type { RunContext } from './run-context.ts';

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

interface StatementInFlight {
  readonly execute: () => void;
  readonly fail: (error: Error) => void;
  /** Runs the statement, unless it has run or was lost in a crash. */
  readonly finish: () => void;
}

export class DatabaseServer {
  readonly #context: RunContext;
  readonly #statements = new Set<StatementInFlight>();
  #upAt = 0;

  constructor(context: RunContext) {
    this.#context = context;
  }

  get isUp(): boolean {
    return this.#context.timeline.now >= this.#upAt;
  }

  /** Each statement in flight either takes effect now or never; its sender does not learn which. */
  crash(downMs: number): void {
    const { random, timeline } = this.#context;
    this.#upAt = timeline.now + downMs;
    for (const statement of this.#statements) {
      if (random.chance(0.5)) statement.execute();
      statement.fail(new Error('Connection terminated unexpectedly'));
    }
    this.#statements.clear();
  }

  /** Brings the server up; statements in flight finish within 1 ms. */
  repair(): void {
    this.#upAt = 0;
    for (const { finish } of this.#statements) this.#context.timeline.quietlyAfter(1, finish);
  }

  add(statement: StatementInFlight): void {
    this.#statements.add(statement);
  }

  /** Removes a statement in flight; false if it has run or was lost in a crash. */
  remove(statement: StatementInFlight): boolean {
    return this.#statements.delete(statement);
  }
}

export class DatabaseConnection {
  readonly #context: RunContext;
  readonly #lifetime: ProcessLifetime;
  readonly #crashSoon: (where: string) => void;
  isCut = false;

  constructor(context: RunContext, lifetime: ProcessLifetime, crashSoon: (where: string) => void) {
    this.#context = context;
    this.#lifetime = lifetime;
    this.#crashSoon = crashSoon;
  }

  /** Resolves with the result, and whether the server warned that it may not be durable; rejects on an error. */
  send<T>(kind: StatementKind, execute: () => T): Promise<{ readonly value: T; readonly isWarned: boolean }> {
    const { random, timeline, trace, faultRates } = this.#context;
    return new Promise((resolve, reject) => {
      if (this.#lifetime.isOver) return;
      if (random.chance(faultRates.crashAtCall)) this.#crashSoon(kind);
      const fault = this.#drawFault(kind);
      let result: { readonly value: T } | null = null;
      let hasFailed = false;
      const run = (): void => {
        result = { value: execute() };
        if (hasFailed) trace.count('outcome unknown, executed');
      };
      const fail = (error: Error): void => {
        if (hasFailed) return;
        hasFailed = true;
        this.#lifetime.after(0.2, () => reject(error));
      };
      if (!this.#context.server.isUp) return fail(refusedConnection());
      if (this.isCut || fault === 'lost request') return this.#lose(kind, fail);
      if (fault === 'refused') return fail(definiteRefusal());
      const finish = (): void => {
        if (!this.#context.server.remove(statement)) return;
        run();
        const { value } = result as { readonly value: T };
        if (fault === 'lost response' || this.isCut) this.#lose(kind, fail, true);
        else if (!hasFailed) {
          this.#lifetime.after(random.between(0.1, 0.5), () => resolve({ value, isWarned: fault === 'warned' }));
        }
      };
      const statement: StatementInFlight = { execute: run, fail, finish };
      this.#context.server.add(statement);
      if (fault === 'late commit')
        timeline.quietlyAfter(random.between(0.3, 2), () => fail(new Error('read ECONNRESET')));
      timeline.quietlyAfter(this.#serviceMs(kind, fault), finish);
    });
  }

  /** The result alone, for statements whose durability does not matter. */
  query<T>(kind: StatementKind, execute: () => T): Promise<T> {
    return this.send(kind, execute).then(({ value }) => value);
  }

  #lose(kind: StatementKind, fail: (error: Error) => void, isExecuted = false): void {
    const { random, timeline, trace } = this.#context;
    trace.count(isExecuted ? 'outcome unknown, executed' : 'outcome unknown, not executed');
    trace.note(`${kind} lost${isExecuted ? ', but executed' : ''}`);
    const silenceMs = this.isCut ? random.between(500, silenceMsMax) : random.between(0.3, 100);
    timeline.quietlyAfter(silenceMs, () => fail(new Error('Connection terminated unexpectedly')));
  }

  #serviceMs(kind: StatementKind, fault: StatementFault | null): number {
    const { random, isPatient, commitMs } = this.#context;
    if (fault === 'slow')
      return random.chance(isPatient ? 0.5 : 0.02) ? random.between(10_500, 13_000) : random.between(20, 1_500);
    if (fault === 'late commit') return random.between(2, 1_500);
    return random.between(0.5, 1.5) * (kind === 'append' || kind === 'check' ? commitMs : 0.6);
  }

  #drawFault(kind: StatementKind): StatementFault | null {
    const { random, faultRates, trace } = this.#context;
    let at = random.next();
    for (const fault of statementFaults) {
      at -= faultRates.statements[fault];
      if (at >= 0) continue;
      trace.countSort('statement', fault);
      trace.note(`${kind} ${fault}`);
      return fault;
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
