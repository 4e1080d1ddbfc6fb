/**
 * Rebuilds an event from its journal alone: every record from the first, applied by the same code as in the service.
 * Throws when the journal has a gap, does not end at the owner's head, or holds an impossible fact. Reads only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import type { Change } from '#domain/feed/change.ts';
import { ChangeLog } from '#domain/feed/change-log.ts';
import { isSoldOut } from '#domain/feed/sold-out.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';

/** How far an event is. */
const progressRow = z.object({
  eventId: z.string(),
  eventNumber: z.int(),
  organizationId: z.int(),
  schemaId: z.int(),
  headSeq: z.int(),
  projectedSeq: z.int(),
  /** Of its journal; null: there is none. */
  firstSeq: z.int().nullable(),
  lastSeq: z.int().nullable(),
});
export type EventProgress = z.infer<typeof progressRow>;

const recordRow = z.object({ seq: z.int(), epoch: z.int(), at: z.int(), facts: z.string() });
const recordsPerPage = 500;

/** Null: there is no such event, or it has no owner's row or no projection. */
export function eventProgress(connection: CommonQueryMethods, eventNumber: number): Promise<EventProgress | null> {
  return connection.maybeOne(sql.type(progressRow)`
    select id as "eventId", number as "eventNumber", organization_id as "organizationId", schema_id as "schemaId",
      head_seq as "headSeq", projected_seq as "projectedSeq", first as "firstSeq", last as "lastSeq"
    from event
    join event_owner as owner on owner.event_number = number
    join event_projection as projection on projection.event_number = number,
    lateral (select min(seq) as first, max(seq) as last from journal where event_number = number) as kept
    where number = ${eventNumber}
  `);
}

/** An event that is replayed as far as the caller wants. */
export class Replay {
  readonly state: EventState;
  readonly changes: string[] = [];
  readonly #connection: CommonQueryMethods;
  readonly #event: EventProgress;
  readonly #tell: ((change: Change) => string) | null;

  /** `begin`: the map, or the state that a snapshot has. `tell`: the text that is kept of a change; null: of none. */
  constructor(
    connection: CommonQueryMethods,
    event: EventProgress,
    begin: SeatMap | EventState,
    tell: ((change: Change) => string) | null,
  ) {
    this.#connection = connection;
    this.#event = event;
    this.state = begin instanceof EventState ? begin : new EventState(begin);
    this.#tell = tell;
  }

  /** Replays the records up to this one. */
  async to(lastSeq: number): Promise<void> {
    const { state } = this;
    const { eventNumber } = this.#event;
    while (state.seq < lastSeq) {
      const page = await this.#connection.any(sql.type(recordRow)`
        select seq, epoch, at, facts from journal
        where event_number = ${eventNumber} and seq > ${state.seq} and seq <= ${lastSeq}
        order by seq limit ${recordsPerPage}
      `);
      if (page.length === 0) throw new Error(`the journal ends at ${state.seq} and its head is ${lastSeq}`);
      for (const { seq, epoch, at, facts } of page) {
        if (seq !== state.seq + 1) throw new Error(`record ${state.seq + 1} is missing`);
        if (epoch < state.epoch) throw new Error(`the epoch falls at record ${seq}`);
        replay(state, { seq, epoch, at, facts: JSON.parse(facts) });
        // The catalog tells of the first record itself.
        if (this.#tell !== null) state.changeLog ??= new ChangeLog(isSoldOut(state));
      }
      this.#keepChanges();
    }
  }

  #keepChanges(): void {
    const tell = this.#tell;
    if (tell === null) return;
    for (const change of this.state.changeLog?.take() ?? []) this.changes.push(tell(change));
  }
}
