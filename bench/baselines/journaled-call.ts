/** The calls that the journal-only server knows, the table that it writes, and its settings. */
import { mailboxDepthMax } from '#actors/mailbox.ts';
import { makeDatabase } from '../stand/database.ts';
import { refusal } from './refusal.ts';

/** One kind of call: its answer as bytes in base64, and the facts of its record as JSON; null: it changes nothing. */
export interface JournaledCall {
  readonly answer: string;
  readonly facts: string | null;
}

/** The kinds of calls, as `kindOf` of the server names them. */
export type JournaledCalls = Readonly<Record<string, JournaledCall>>;

/** The same columns and the same key as the service's own journal has. */
const table = `
  CREATE TABLE journal (
    event_number integer NOT NULL, seq bigint NOT NULL, epoch bigint NOT NULL, token uuid, at bigint NOT NULL,
    format smallint NOT NULL, facts text NOT NULL, PRIMARY KEY (event_number, seq)
  )
`;

/** Makes a database of the given name on the server and the journal in it; resolves with its connection string. */
export function makeJournalDatabase(serverUrl: string, name: string): Promise<string> {
  return makeDatabase(serverUrl, name, table);
}

/** The environment of a journal-only server with a new database on the given server; `name` is part of the database's. */
export async function journalOnlySettings(serverUrl: string, name: string, calls: JournaledCalls) {
  return {
    CALLS: JSON.stringify(calls),
    DATABASE_URL: await makeJournalDatabase(serverUrl, `journal_only_${name}`),
    WAITING_MAX: `${mailboxDepthMax}`,
    REFUSAL: refusal,
  };
}
