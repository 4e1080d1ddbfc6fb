/**
 * Deals requests out at a fixed rate, whoever is free sends. A request that finds nobody free waits, and its latency counts
 * from the moment at which it was due: a slow server cannot slow down its own examination. autocannon's `overallRate` sends
 * each connection's share of a second in one burst at its start and corrects the rest by a guess; it is not used for that.
 */

/** Somebody who can send one request. */
export interface Sender {
  /** Sends; `dueAt`: when it should have been sent. */
  send(dueAt: number): void;
}

const tickMs = 1;

export class Pacer {
  private readonly intervalMs: number;
  private readonly idle: Sender[] = [];
  private readonly startedAt: number;
  private readonly ticker: NodeJS.Timeout;
  private dealt = 0;
  /** When the request that has waited longest was due, by its number; the ones after it follow at the interval. */
  private sent = 0;

  constructor(perSecond: number) {
    this.intervalMs = 1000 / perSecond;
    this.startedAt = performance.now();
    this.ticker = setInterval(() => this.tick(), tickMs);
  }

  /** Somebody is free: sends what is late at once, otherwise what is due next. */
  offer(sender: Sender): void {
    if (this.sent < this.dealt) this.sendLate(sender);
    else this.idle.push(sender);
  }

  /** Requests that were due and found nobody free so far. */
  get waiting(): number {
    return this.dealt - this.sent;
  }

  stop(): void {
    clearInterval(this.ticker);
  }

  private sendLate(sender: Sender): void {
    const dueAt = this.startedAt + this.sent * this.intervalMs;
    this.sent += 1;
    sender.send(dueAt);
  }

  /** The tick is our own lateness, not the server's: who is free sends now and counts from now. */
  private tick(): void {
    const now = performance.now();
    this.dealt = Math.floor((now - this.startedAt) / this.intervalMs) + 1;
    while (this.sent < this.dealt) {
      const sender = this.idle.shift();
      if (sender === undefined) return;
      this.sent += 1;
      sender.send(now);
    }
  }
}
