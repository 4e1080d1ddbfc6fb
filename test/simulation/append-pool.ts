/**
 * The connection pool for the journal's real code: answers its three statements (append, look up, check) from the
 * simulated database. It parses the parameters of the statements as Postgres would.
 */
import type { DatabasePool } from 'slonik';
import type { SentRecord } from './database.ts';
import type { DatabaseConnection } from './database-connection.ts';
import type { RunContext } from './run-context.ts';

interface Statement {
  readonly values: readonly unknown[];
}

/** Parameters of the append statement: event, seq, epoch, token, time, facts, format. */
const appendValues = 7;

export function appendPool(context: RunContext, connection: DatabaseConnection): DatabasePool {
  const run = async ({ values }: Statement): Promise<object> => {
    const records = sentRecords(values);
    if (values.length < appendValues) {
      const rows = await connection.query('look', () =>
        records.map((record) => ({ outcome: context.database.lookUp(record), flushed: '' })),
      );
      return { rows, notices: [] };
    }
    const { value, isWarned } = await connection.send('append', () => added(context, records));
    const row = { now: context.timeline.now, added: value.length === 0 ? null : value.join(',') };
    return { rows: [row], notices: isWarned ? [{ message: 'canceling wait for synchronous replication' }] : [] };
  };
  const pool = {
    connect: (use: (connection: { query: typeof run }) => Promise<unknown>) => use({ query: run }),
    oneFirst: ({ values }: Statement) =>
      connection.query('check', () => {
        const good = sentRecords(values).flatMap(({ eventNumber, seq, epoch, token }, place) =>
          context.database.isHead(eventNumber, epoch, token, seq) ? [place + 1] : [],
        );
        return good.length === 0 ? null : good.join(',');
      }),
  };
  return pool as unknown as DatabasePool;
}

/** Positions of the added records in the statement, from 1. */
function added({ database, random, faultRates, trace }: RunContext, records: readonly SentRecord[]): number[] {
  return records.flatMap((record, place) => {
    const outcome = random.chance(faultRates.rowSkipped) ? 'skipped' : database.append(record);
    trace.countSort('append', outcome);
    trace.note('append', record.eventNumber, record.seq, record.token, outcome);
    return outcome === 'added' ? [place + 1] : [];
  });
}

function sentRecords(values: readonly unknown[]): SentRecord[] {
  const [events, seqs, epochs, tokens, times, facts] = values as string[];
  if (!events?.includes(',')) return [sentRecord(values as string[])];
  const column = (text: string | undefined): string[] => (text === undefined ? [] : text.slice(1, -1).split(','));
  const texts = (facts ?? '').split('\n');
  const [seqOf, epochOf, tokenOf, timeOf] = [column(seqs), column(epochs), column(tokens), column(times)];
  return column(events).map((eventNumber, place) => ({
    eventNumber: Number(eventNumber),
    seq: Number(seqOf[place]),
    epoch: Number(epochOf[place]),
    token: tokenOf[place] as string,
    at: Number(timeOf[place]),
    facts: texts[place] as string,
  }));
}

/** The record of a statement that carries only one. */
function sentRecord([event, seq, epoch, token, time, facts]: readonly string[]): SentRecord {
  const only = (text = '{}'): string => text.slice(1, -1);
  return {
    eventNumber: Number(only(event)),
    seq: Number(only(seq)),
    epoch: Number(only(epoch)),
    token: only(token),
    at: Number(only(time)),
    facts: facts as string,
  };
}
