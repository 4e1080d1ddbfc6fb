/**
 * The earliest deadline of an event's sessions, by pages of ordinals. Finding it again after a session has ended visits
 * one page of sessions, not all of them, of which there may be a million.
 */
import { type OrdinalTable, ordinalPageOf } from '#collections/ordinal-table.ts';
import type { Session } from '#domain/session/session.ts';

const none = Number.POSITIVE_INFINITY;

export class EarliestDeadline {
  /** The earliest of each page; undefined: not known, the page must be visited. */
  readonly #pages: (number | undefined)[] = [];

  /** A session has begun or its deadline has moved to this time. */
  begun(ordinal: number, deadline: number): void {
    const page = ordinalPageOf(ordinal);
    const known = this.#pages[page];
    if (known !== undefined && deadline < known) this.#pages[page] = deadline;
  }

  /** The session's deadline no longer counts. `deadline` undefined: it is not known. */
  ended(ordinal: number, deadline: number | undefined): void {
    const page = ordinalPageOf(ordinal);
    const known = this.#pages[page];
    if (known !== undefined && (deadline === undefined || deadline <= known)) this.#pages[page] = undefined;
  }

  /** The earliest deadline of all sessions, passed ones included; infinity for none. */
  find(sessions: OrdinalTable<Session>): number {
    let earliest = none;
    for (let page = 0; page < sessions.pageCount; page++) {
      const known = this.#pages[page] ?? this.#visit(page, sessions.page(page));
      if (known < earliest) earliest = known;
    }
    return earliest;
  }

  #visit(page: number, sessions: readonly (Session | undefined)[]): number {
    let earliest = none;
    for (const session of sessions) {
      const deadline = session?.deadline ?? none;
      if (deadline < earliest) earliest = deadline;
    }
    // Filled without holes: V8 would turn an array with an index far beyond its end into a slow dictionary.
    while (this.#pages.length <= page) this.#pages.push(undefined);
    this.#pages[page] = earliest;
    return earliest;
  }
}
