/**
 * The first minutes of an on-sale: thousands of visitors with the page open. All poll the availability, some read their
 * session, a few hold one or two seats, wait, and give them back. Polls and reads are sent on schedule, however slow
 * the answers are.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Browser } from './browser.ts';
import { Count } from './count.ts';
import type { HoldRecord, LoadResult, Plan, VisitPlan } from './plan.ts';

type Visit = Extract<Plan, VisitPlan>;

const settleMs = 20;

/** Runs the plan; resolves once every call that was begun has its answer. */
export async function visit(plan: Visit): Promise<LoadResult> {
  const crowd = new Visitors(plan);
  return await crowd.run();
}

class Visitors {
  private readonly plan: Visit;
  private readonly browser: Browser;
  private readonly count: Count;
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly holds: HoldRecord[];
  private underWay = 0;
  private isOver = false;
  private readonly tags = new Map<number, string>();

  constructor(plan: Visit) {
    this.plan = plan;
    this.browser = new Browser(plan.baseUrl, plan.connections);
    this.count = new Count(plan.warmSeconds);
    const { eventId } = plan.target;
    this.holds = plan.sessionIds.map((sessionId) => ({ eventId, sessionId, seats: [], pending: null }));
  }

  async run(): Promise<LoadResult> {
    const { sessionIds, readerShare, holderShare, pollEveryMs, readEveryMs, warmSeconds, seconds } = this.plan;
    const holders = Math.round(sessionIds.length * holderShare);
    const readers = Math.round(sessionIds.length * readerShare);
    for (const visitor of sessionIds.keys()) {
      this.repeat(pollEveryMs, () => this.poll(visitor));
      if (visitor < readers) this.repeat(readEveryMs, () => this.read(visitor));
      if (visitor < holders) this.after(randomInt(this.plan.keepMs[1]), () => this.hold(visitor));
    }
    await pause((warmSeconds + seconds) * 1000);
    const figures = this.count.figures();
    this.isOver = true;
    for (const timer of this.timers) clearTimeout(timer);
    while (this.underWay > 0) await pause(settleMs);
    this.browser.close();
    return { ...figures, isSoldOut: false, holds: this.holds, bought: [], booked: [], waited: [] };
  }

  /** Repeats `act` at an interval, from a random moment within the first interval on. */
  private repeat(everyMs: number, act: () => Promise<void>): void {
    const again = (dueAt: number): Promise<void> => {
      this.after(everyMs, again, dueAt);
      return act();
    };
    this.after(randomInt(everyMs), again);
  }

  private after(delayMs: number, act: (dueAt: number) => Promise<void>, from = performance.now()): void {
    if (this.isOver) return;
    const dueAt = from + delayMs;
    const timer = setTimeout(
      () => {
        this.timers.delete(timer);
        this.underWay += 1;
        void act(dueAt).finally(() => {
          this.underWay -= 1;
        });
      },
      Math.max(0, dueAt - performance.now()),
    );
    this.timers.add(timer);
  }

  private async poll(visitor: number): Promise<void> {
    const { eventId, publicKey } = this.plan.target;
    const path = `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${publicKey}`;
    const tag = this.tags.get(visitor);
    const headers = tag === undefined ? {} : { 'if-none-match': tag };
    const reply = await this.ask('poll', path, null, headers);
    const newTag = reply?.headers.etag;
    if (newTag !== undefined) this.tags.set(visitor, newTag);
  }

  private async read(visitor: number): Promise<void> {
    await this.ask('read', this.pathOf(visitor), null);
  }

  private async hold(visitor: number): Promise<void> {
    const { seats: all } = this.plan.target;
    const first = randomInt(all.length);
    const seats = randomInt(2) === 0 ? [all[first]!] : [all[first]!, all[(first + 1) % all.length]!];
    const status = await this.change(visitor, 'lock', seats);
    if (status === 200) this.think(() => this.giveBack(visitor));
    if (status === 409) this.think(() => this.hold(visitor));
  }

  private async giveBack(visitor: number): Promise<void> {
    const status = await this.change(visitor, 'unlock', this.holds[visitor]!.seats);
    if (status === 200) this.think(() => this.hold(visitor));
  }

  private think(act: () => Promise<void>): void {
    const [least, most] = this.plan.keepMs;
    this.after(randomInt(least, most), act);
  }

  /** A visitor without a clear answer makes no further holds: what it holds stays unclear. */
  private async change(visitor: number, step: 'lock' | 'unlock', seats: readonly number[]) {
    const before = this.holds[visitor]!;
    this.holds[visitor] = { ...before, pending: { step, seats } };
    const status =
      (await this.ask(step, `${this.pathOf(visitor)}/${step}`, { seats, groupOfSeats: [] }))?.status ?? null;
    if (status === 200) this.holds[visitor] = { ...before, seats: step === 'lock' ? seats : [] };
    else if (status === 409) this.holds[visitor] = before;
    return status;
  }

  private pathOf(visitor: number): string {
    return `/api/public/v2.0/session/${this.plan.sessionIds[visitor]}`;
  }

  private async ask(step: string, path: string, body: object | null, tags: Record<string, string> = {}) {
    // Latency counts from sending: a delay before this moment is the generator's, because no visitor waits for another.
    const sentAt = performance.now();
    const reply = await this.browser.ask(path, body, tags);
    if (reply === null) this.count.broken += 1;
    else {
      const { status, headers } = reply;
      const hasRetryAfter = headers['retry-after'] !== undefined;
      this.count.answer({ step, status, isDone: status < 400, hasRetryAfter, dueAt: sentAt, sentAt });
    }
    return reply;
  }
}
