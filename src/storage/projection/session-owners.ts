/**
 * Finds sessions by the ordinal in the seats' owner column, for sessions that are over and have left memory. Reads the
 * projection, which has all such sessions. Read-only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { readReference, storedReference } from '#codec/stored-session.ts';
import type { SeatOwner } from '#domain/seats/seat-page.ts';

export interface SessionOwner extends SeatOwner {
  /** The last record that changed the session. */
  readonly seq: number;
}

const ownerRow = z.object({
  ordinal: z.int(),
  id: z.string(),
  reference: z.string().nullable(),
  properties: z.string().nullable(),
  seq: z.int(),
});

export class SessionOwners {
  readonly #connection: CommonQueryMethods;

  constructor(connection: CommonQueryMethods) {
    this.#connection = connection;
  }

  /** The sessions with these ordinals, as far as they have been projected. */
  async withOrdinals(eventNumber: number, ordinals: readonly number[]): Promise<SessionOwner[]> {
    const rows = await this.#connection.any(sql.type(ownerRow)`
      select ordinal, id, reference, properties, seq
      from session_record
      where event_number = ${eventNumber} and ordinal = any(${sql.array(ordinals, 'int4')})
    `);
    return rows.map(ownerOf);
  }

  /** The sessions that were ever confirmed with this reference, as far as they have been projected. */
  async withReference(eventNumber: number, reference: string): Promise<SessionOwner[]> {
    const rows = await this.#connection.any(sql.type(ownerRow)`
      select ordinal, id, reference, properties, seq
      from session_record
      where event_number = ${eventNumber} and reference = ${storedReference(reference)}
    `);
    return rows.map(ownerOf);
  }
}

function ownerOf({ ordinal, id, reference, properties, seq }: z.infer<typeof ownerRow>): SessionOwner {
  return {
    ordinal,
    id,
    reference: reference === null ? null : readReference(reference),
    properties,
    seq,
  };
}
