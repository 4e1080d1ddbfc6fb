/**
 * The changes that all followers of an organization's feed were told: one order, which is the same for each of them. The
 * first follower that comes to a place says which change stands there; every other must be told the same one. Reports a
 * change that is told twice, a session that is confirmed twice under two ids, an order that disagrees with the sequence of
 * an event, and followers that differ. Never asks the service.
 */
import type { ChangeType } from '#domain/feed/change.ts';

/** A change of the feed, as far as the audit reads it. */
export interface ToldChange {
  readonly id: string;
  readonly type: ChangeType;
  readonly eventId: string;
  readonly sequence: number;
  readonly data: { readonly id?: string };
}

/** How far one follower has been told the feed. */
export interface FollowerPlace {
  readonly name: string;
  /** Changes that it was told. */
  count: number;
  /** It was told another change than those before it: what it is told later means nothing. */
  isAstray: boolean;
}

export class FollowedFeed {
  readonly #report: (violation: string) => void;
  readonly #ids: string[] = [];
  readonly #known = new Set<string>();
  readonly #sequences = new Map<string, number>();
  /** By session. */
  readonly #types = new Map<string, readonly ChangeType[]>();

  constructor(report: (violation: string) => void) {
    this.#report = report;
  }

  /** Changes that at least one follower was told. */
  get length(): number {
    return this.#ids.length;
  }

  has(changeId: string): boolean {
    return this.#known.has(changeId);
  }

  isTold(sessionId: string, type: ChangeType): boolean {
    return this.#types.get(sessionId)?.includes(type) === true;
  }

  /** The follower is told its next change. */
  hear(follower: FollowerPlace, change: ToldChange): void {
    if (follower.isAstray) return;
    const place = follower.count++;
    if (place === this.#ids.length) this.#add(follower, change);
    const due = this.#ids[place];
    if (due === change.id) return;
    follower.isAstray = true;
    this.#report(`${follower.name} was told change ${change.id} at place ${place}, where others were told ${due}`);
  }

  #add({ name }: FollowerPlace, { id, type, eventId, sequence, data }: ToldChange): void {
    if (this.#known.has(id)) this.#report(`${name} was told change ${id} again`);
    const before = this.#sequences.get(eventId) ?? 0;
    if (sequence < before) {
      this.#report(`${name} was told change ${id} of record ${sequence} after one of record ${before} of its event`);
    }
    this.#ids.push(id);
    this.#known.add(id);
    this.#sequences.set(eventId, sequence);
    if (type.startsWith('session.') && data.id !== undefined) {
      const types = this.#types.get(data.id) ?? [];
      if (type === 'session.confirmed' && types.includes(type))
        this.#report(`${name} was told by change ${id} that session ${data.id} was confirmed again`);
      this.#types.set(data.id, [...types, type]);
    }
  }
}
