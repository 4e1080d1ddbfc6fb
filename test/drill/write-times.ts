/** The times of the acknowledged writes of each event: how long a fault kept buyers from booking. */

interface EventTimes {
  /** Time of the last acknowledgement. */
  lastAt: number;
  /** When the call of that write was sent. */
  lastSentAt: number;
  /** The longest time without one since `mark`. */
  silenceMs: number;
  /** From `mark` to the first acknowledgement of a call that was sent after it; null while there is none. */
  firstMs: number | null;
}

export class WriteTimes {
  private readonly timesByEvent = new Map<string, EventTimes>();
  private markedAt = 0;

  /** Records a write that is acknowledged now and whose call was sent at `sentAt`. */
  readonly record = (eventId: string, sentAt: number): void => {
    const now = performance.now();
    const times = this.timesByEvent.get(eventId) ?? { lastAt: now, lastSentAt: sentAt, silenceMs: 0, firstMs: null };
    this.timesByEvent.set(eventId, times);
    times.silenceMs = Math.max(times.silenceMs, now - Math.max(times.lastAt, this.markedAt));
    times.lastAt = now;
    times.lastSentAt = Math.max(times.lastSentAt, sentAt);
    if (sentAt >= this.markedAt) times.firstMs ??= now - this.markedAt;
  };

  /** Call when a fault is injected: everything is measured from then on. */
  mark(eventIds: readonly string[]): void {
    this.markedAt = performance.now();
    this.timesByEvent.clear();
    const none = { lastAt: this.markedAt, lastSentAt: Number.NEGATIVE_INFINITY, silenceMs: 0, firstMs: null };
    for (const id of eventIds) this.timesByEvent.set(id, { ...none });
  }

  /** The events without an acknowledged write that was sent since the mark, or since a later time (`performance.now()`). */
  withoutWrite(eventIds: readonly string[], since = this.markedAt): readonly string[] {
    return eventIds.filter((id) => !((this.timesByEvent.get(id)?.lastSentAt ?? 0) >= since));
  }

  /** Milliseconds to the first write, for the events that were written. */
  firstWrites(eventIds: readonly string[]): readonly number[] {
    return eventIds.map((id) => this.timesByEvent.get(id)?.firstMs ?? null).filter((ms) => ms !== null);
  }

  longestSilence(): number {
    return Math.max(0, ...[...this.timesByEvent.values()].map(({ silenceMs }) => silenceMs));
  }
}
