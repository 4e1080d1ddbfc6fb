/**
 * Compares the data that was derived from the journal, each snapshot and finally the projection, with a replay of the
 * whole journal.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AreaRow } from '#actors/ports.ts';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { type EventImage, imageOf } from '#domain/image.ts';
import { isLive } from '#domain/session/session.ts';
import { recordOf, type SimulatedEvent } from './database.ts';
import { readSnapshot } from './event-store.ts';

/** Members of an image that may be in any order. */
const unordered = ['references', 'answers', 'properties'] as const;

export class StoredAudit {
  readonly #event: SimulatedEvent;
  readonly #violations: string[] = [];

  constructor(event: SimulatedEvent) {
    this.#event = event;
  }

  /** After the replay of each record: compares a snapshot or projection of exactly this record with the state. */
  after(state: EventState): void {
    for (const snapshot of this.#event.snapshots) {
      if (snapshot.seq === state.seq) this.#compare(readSnapshot(snapshot), imageOf(state));
    }
    if (this.#event.projectedSeq === state.seq) this.#projection(state);
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  #projection(state: EventState): void {
    const { sessions, seats, areas, status } = this.#event;
    if (status !== state.status) this.#violations.push(`the projection is ${status}, the event ${state.status}`);
    for (const session of state.sessions.values()) {
      const stored = sessions.get(session.id);
      const due = JSON.stringify(session);
      const isAlike =
        stored === due || (stored !== undefined && isDeepStrictEqual(JSON.parse(stored), JSON.parse(due)));
      if (!isAlike) this.#violations.push(`the projection has session ${session.id} as ${stored}`);
    }
    if (sessions.size !== state.sessions.size) this.#violations.push('the projection has other sessions');
    for (let seat = 0; seat < state.seats.size; seat++) {
      const row = seats.get(seat);
      const found = row === undefined ? 'ACTIVE' : `${row.state} of ${row.owner} at price ${row.priceId}`;
      const due = seatText(state, seat);
      if (found !== due) this.#violations.push(`the projection has seat ${seat} as ${found}, not ${due}`);
    }
    for (const [area, { available, held, locked, blocked, sold, priceSlot }] of state.areas.entries()) {
      const priceId = state.prices.bySlot(priceSlot)?.id ?? null;
      const due: AreaRow = { area, available, held, locked, blocked, sold, priceId };
      const stored = areas.get(area);
      if (!isAlike(stored, due)) this.#violations.push(`the projection has area ${area} as ${JSON.stringify(stored)}`);
    }
  }

  /** A snapshot may lack ended sessions, because an owner forgets them and a replay does not. */
  #compare(stored: EventImage, replayed: EventImage): void {
    const { seq } = stored;
    for (const member of unordered) {
      const sorted = (image: EventImage['head']) =>
        JSON.stringify([...image[member]].map((one) => JSON.stringify(one)).sort());
      if (!isAlike(stored.head[member], replayed.head[member]) && sorted(stored.head) !== sorted(replayed.head))
        this.#violations.push(`snapshot ${seq} has other ${member}`);
    }
    for (const member of Object.keys(replayed.head) as (keyof EventImage['head'])[]) {
      if (member === 'purchases' || unordered.some((one) => one === member)) continue;
      const [found, due] = [stored.head[member], replayed.head[member]];
      if (!isAlike(found, due))
        this.#violations.push(
          `snapshot ${seq} has another ${member}: ${JSON.stringify(found)} for ${JSON.stringify(due)}`,
        );
    }
    if (!isDeepStrictEqual(stored.columns, replayed.columns))
      this.#violations.push(`snapshot ${seq} has other columns`);
    if (!isDeepStrictEqual(stored.passes, replayed.passes)) this.#violations.push(`snapshot ${seq} has other passes`);
    if (!isDeepStrictEqual(ticketWords(stored), ticketWords(replayed)))
      this.#violations.push(`snapshot ${seq} has other tickets`);
    const kept = new Map(stored.sessions.map((session) => [session.id, session]));
    for (const session of replayed.sessions) {
      const found = kept.get(session.id);
      if (found === undefined ? isLive(session) : !isAlike(found, session)) {
        this.#violations.push(`snapshot ${seq} has session ${session.id} as ${JSON.stringify(found)}`);
      }
    }
  }
}

/** Whether the journal as it is stored, with the persons that were erased in some records and not in others, ends in this state. */
export function leadsTo({ records, seatMap }: SimulatedEvent, state: EventState): boolean {
  const stored = new EventState(seatMap);
  for (const record of records) replay(stored, recordOf(record));
  return JSON.stringify(imageOf(stored)) === JSON.stringify(imageOf(state));
}

/** A seat as its row in the projection must say; an ACTIVE seat has none. */
function seatText({ seats, prices }: EventState, seat: number): string {
  const seatState = seats.stateOf(seat);
  if (seatState === 'ACTIVE') return seatState;
  return `${seatState} of ${seats.ownerOf(seat)} at price ${prices.bySlot(seats.priceSlotOf(seat))?.id ?? null}`;
}

function ticketWords({ tickets }: EventImage): readonly unknown[] {
  return tickets === undefined ? [] : [tickets.claims, tickets.keys?.pages() ?? tickets.pages];
}

/** Whether both are equal as JSON values; equal texts, the usual case, are compared first because that is cheap. */
function isAlike(one: unknown, other: unknown): boolean {
  const [text, otherText] = [JSON.stringify(one), JSON.stringify(other)];
  if (text === otherText) return true;
  return text !== undefined && otherText !== undefined && isDeepStrictEqual(JSON.parse(text), JSON.parse(otherText));
}
