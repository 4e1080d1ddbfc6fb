/** The times of the acknowledged writes of each event: how long a fault kept buyers from booking. */

interface Beat {
  /** Time of the last acknowledgement. */
  lastAt: number;
  /** The longest time without one since `mark`. */
  silenceMs: number;
  /** From `mark` to the first acknowledgement of a call that was sent after it; null while there is none. */
  firstMs: number | null;
}

export class Pulse {
  private readonly beats = new Map<string, Beat>();
  private markedAt = 0;

  /** Records a write that is acknowledged now and whose call was sent at `sentAt`. */
  readonly beat = (eventId: string, sentAt: number): void => {
    const now = performance.now();
    const beat = this.beats.get(eventId) ?? { lastAt: now, silenceMs: 0, firstMs: null };
    this.beats.set(eventId, beat);
    beat.silenceMs = Math.max(beat.silenceMs, now - Math.max(beat.lastAt, this.markedAt));
    beat.lastAt = now;
    if (sentAt >= this.markedAt) beat.firstMs ??= now - this.markedAt;
  };

  /** A fault strikes now: everything is measured from here. */
  mark(eventIds: readonly string[]): void {
    this.markedAt = performance.now();
    this.beats.clear();
    for (const id of eventIds) this.beats.set(id, { lastAt: this.markedAt, silenceMs: 0, firstMs: null });
  }

  /** The events without an acknowledged write that was sent after the mark. */
  silent(eventIds: readonly string[]): readonly string[] {
    return eventIds.filter((id) => this.beats.get(id)?.firstMs == null);
  }

  /** Milliseconds to the first write, for the events that were written. */
  firstWrites(eventIds: readonly string[]): readonly number[] {
    return eventIds.map((id) => this.beats.get(id)?.firstMs ?? null).filter((ms) => ms !== null);
  }

  longestSilence(): number {
    return Math.max(0, ...[...this.beats.values()].map(({ silenceMs }) => silenceMs));
  }
}
