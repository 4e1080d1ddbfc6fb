/**
 * Thousands of buyers in the queue of one event. Each asks for its place when the last answer told it to, and opens a
 * session as soon as it is admitted. Calls are sent on schedule, however slow the answers are.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Browser } from './browser.ts';
import { Count } from './count.ts';
import type { LoadResult, Plan, TicketRecord, WaitPlan } from './plan.ts';

type Wait = Extract<Plan, WaitPlan>;

/** Buyers whose time has come within one interval are sent together: a timer for each would cost the generator most. */
const intervalMs = 50;
const settleMs = 20;

/** Runs the plan; resolves once every call that was begun has its answer. */
export async function wait(plan: Wait): Promise<LoadResult> {
  return await new WaitingCrowd(plan).run();
}

class WaitingCrowd {
  private readonly plan: Wait;
  private readonly browser: Browser;
  private readonly count: Count;
  private readonly records: TicketRecord[];
  /** Buyers by the interval in which they send their next call. */
  private readonly due = new Map<number, number[]>();
  private underWay = 0;

  constructor(plan: Wait) {
    this.plan = plan;
    this.browser = new Browser(plan.baseUrl, plan.connections);
    this.count = new Count(plan.warmSeconds);
    const { eventId } = plan.target;
    this.records = plan.tickets.map((ticket) => ({ eventId, ticket, position: null, sessionId: null }));
  }

  async run(): Promise<LoadResult> {
    const { firstAskMs, warmSeconds, seconds } = this.plan;
    for (const buyer of this.records.keys()) this.askIn(buyer, randomInt(firstAskMs));
    const until = performance.now() + (warmSeconds + seconds) * 1000;
    for (let next = slotOf(performance.now()); performance.now() < until; ) {
      for (const last = slotOf(performance.now()); next <= last; next++) this.send(next);
      await pause(intervalMs);
    }
    const figures = this.count.figures();
    while (this.underWay > 0) await pause(settleMs);
    this.browser.close();
    return { ...figures, isSoldOut: false, holds: [], bought: [], booked: [], waited: this.records };
  }

  private askIn(buyer: number, delayMs: number): void {
    const slot = slotOf(performance.now() + delayMs) + 1;
    const others = this.due.get(slot);
    if (others === undefined) this.due.set(slot, [buyer]);
    else others.push(buyer);
  }

  private send(slot: number): void {
    for (const buyer of this.due.get(slot) ?? []) {
      this.underWay += 1;
      void this.ask(buyer).finally(() => {
        this.underWay -= 1;
      });
    }
    this.due.delete(slot);
  }

  private async ask(buyer: number): Promise<void> {
    const record = this.records[buyer]!;
    const path = `/api/public/v2.0/event/${record.eventId}/queue/${record.ticket}`;
    const answer = await this.call('ask', path, null);
    if (answer !== null) this.records[buyer] = { ...record, position: answer.position };
    if (answer?.state === 'ADMITTED') return await this.enter(buyer);
    this.askIn(buyer, (answer?.pollSeconds ?? 1) * 1000);
  }

  private async enter(buyer: number): Promise<void> {
    const { eventId, publicKey } = this.plan.target;
    const record = this.records[buyer]!;
    const body = { eventId, publicKey, pass: record.ticket };
    const session = await this.call('create', '/api/public/v2.0/session/', body, { 'idempotency-key': record.ticket });
    if (session === null) this.askIn(buyer, 1000);
    else this.records[buyer] = { ...record, sessionId: session.sessionId };
  }

  /** The body of a successful answer, otherwise null. */
  private async call(step: string, path: string, body: object | null, headers: Record<string, string> = {}) {
    const sentAt = performance.now();
    const page = await this.browser.read(path, body, headers);
    if (page === null) {
      this.count.broken += 1;
      return null;
    }
    const hasRetryAfter = page.headers['retry-after'] !== undefined;
    const isDone = page.status < 400;
    this.count.answer({ step, status: page.status, isDone, hasRetryAfter, dueAt: sentAt, sentAt });
    return isDone ? JSON.parse(page.text) : null;
  }
}

const slotOf = (at: number): number => Math.floor(at / intervalMs);
