/**
 * Sends requests at a fixed rate over connections that are free (open loop). A request without a free connection waits,
 * and its latency counts from the moment at which it was due, so that a slow server cannot hide its delays by slowing
 * down the load (coordinated omission). autocannon's `overallRate` is not used: it sends each connection's share of a
 * second in one burst and corrects the rest by a guess.
 */

/** A connection that can send one request. */
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
  /** Number of requests sent; also the number of the next request, from which its due time follows. */
  private sent = 0;

  constructor(perSecond: number) {
    this.intervalMs = 1000 / perSecond;
    this.startedAt = performance.now();
    this.ticker = setInterval(() => this.tick(), tickMs);
  }

  /** A connection is free: it sends an overdue request at once, otherwise the next request when that is due. */
  offer(sender: Sender): void {
    if (this.sent < this.dealt) this.sendLate(sender);
    else this.idle.push(sender);
  }

  /** Number of overdue requests that wait for a free connection. */
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

  /**
   * A late tick is the generator's delay, not the server's: a free connection sends now, and its latency counts from
   * now.
   */
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
