/**
 * Attack by creates that evict one another: each has its own `Idempotency-Key` and makes an older empty session of the
 * event leave, between buyers who keep their seats. Neither the heap nor the database may keep those that left. The
 * service is one of its own, without limits by address, so that as many creates come through as the attack makes.
 */
import { randomUUID } from 'node:crypto';
import { usedBytes } from '../../bench/scenarios/memory.ts';
import { Client, type Reply } from '../../bench/stand/client.ts';
import { databaseUrl, withDatabase } from '../../bench/stand/database.ts';
import { type Demo, Service } from '../../bench/stand/service.ts';
import { type Attack, usualBounds } from './attack.ts';
import { secondsUntil } from './measurements.ts';

const emptyMax = 1000;
const atOnce = 50;
/** One buyer in so many creates keeps a seat: a key that stays on each page of keys. */
const buyerEvery = 500;
const sessionPath = '/api/public/v2.0/session/';
const projectionSecondsMax = 90;
const bytesPerMb = 1024 * 1024;
/** A key with its session id is 300 bytes of heap. Other causes, such as compiled code, have some megabytes. */
const heapBytesMax = 60;
const otherHeapMb = 4;
/** A row with its indexes is 500 bytes. Deleted ones stay on the disk until they are vacuumed. */
const rowBytesMax = 600;
const otherRowsMb = 1;
/** With the record of each create in the journal. */
const databaseBytesMax = 2500;
const otherDatabaseMb = 16;

interface Kept {
  readonly heapMb: number;
  readonly rows: number;
  readonly rowsMb: number;
  /** All of the database: the journal of the creates among it. */
  readonly databaseMb: number;
}

export const evictedKeys: Attack = {
  name: 'evicted-keys',
  bounds: usualBounds,
  isQuick: true,
  async run(_target, size) {
    const creates = size === 'full' ? 60_000 : 3000;
    const settings = { EMPTY_SESSIONS_PER_EVENT_MAX: String(emptyMax) };
    const service = await Service.start(settings, { nodeArguments: ['--inspect=127.0.0.1:0'] });
    try {
      const demo = await service.demo();
      // As many empty sessions as there may be, so that every further create evicts one.
      const first = await createMany(service, demo, 2 * emptyMax);
      const before = await keptBy(service, emptyMax + first.buyers);
      const { made, buyers } = await createMany(service, demo, creates);
      const rowsMax = emptyMax + first.buyers + buyers;
      const after = await keptBy(service, rowsMax);
      const grown = (['heapMb', 'rowsMb', 'databaseMb'] as const).map((name) => after[name] - before[name]);
      const allowed = [
        otherHeapMb + (creates * heapBytesMax) / bytesPerMb,
        otherRowsMb + (creates * rowBytesMax) / bytesPerMb,
        otherDatabaseMb + (creates * databaseBytesMax) / bytesPerMb,
      ] as const;
      const names = ['the heap', 'the table of sessions', 'the database'];
      const figures = names.map(
        (name, at) => `${name} +${grown[at]?.toFixed(1)} MB (${allowed[at]?.toFixed(1)} allowed)`,
      );
      return {
        tried: `${made} of ${creates} creates with a key each, ${buyers} of them buyers who stay: ${figures.join(', ')}, ${after.rows} rows of sessions (${rowsMax})`,
        faults: [
          ...(made < creates ? [`${creates - made} creates were refused`] : []),
          ...(after.rows > rowsMax ? [`${after.rows} sessions have rows, not ${rowsMax}`] : []),
          ...figures.filter((_, at) => (grown[at] as number) > (allowed[at] as number)),
        ],
      };
    } finally {
      await service.dispose();
    }
  },
};

/** Creates sessions; one in `buyerEvery` takes a seat. */
async function createMany(service: Service, { eventId, publicKey }: Demo, creates: number) {
  const client = new Client(service.baseUrl, {}, atOnce);
  const post = (path: string, body: object): Promise<Reply> =>
    client.send({ method: 'POST', path, body, headers: { 'idempotency-key': randomUUID() } });
  let made = 0;
  let buyers = 0;
  const create = async (nth: number): Promise<void> => {
    const { status, body } = await post(sessionPath, { eventId, publicKey });
    if (status !== 201) return;
    made += 1;
    if (nth % buyerEvery > 0) return;
    const held = await post(`${sessionPath}${body.sessionId}/lock`, { bestAvailable: { count: 1 } });
    if (held.status === 200) buyers += 1;
  };
  for (let done = 0; done < creates; done += atOnce) {
    const count = Math.min(atOnce, creates - done);
    await Promise.all(Array.from({ length: count }, (_, at) => create(done + at)));
  }
  client.close();
  return { made, buyers };
}

/** What the service keeps, once it is idle and its projection has no more rows than there should be, or has had time. */
async function keptBy(service: Service, rowsMax: number): Promise<Kept> {
  const url = await databaseUrl(service.dataDir);
  return await withDatabase(url, async (database) => {
    const read = async () => {
      const { rows } = await database.query<{ rows: number; bytes: number; all: number }>(
        `select (select count(*)::int from session_record) as rows,
           pg_total_relation_size('session_record')::float8 as bytes,
           pg_database_size(current_database())::float8 as all`,
      );
      return rows[0] as { rows: number; bytes: number; all: number };
    };
    // Only an idle service has written all its rows.
    const { used } = await usedBytes(service);
    await secondsUntil(async () => (await read()).rows <= rowsMax, projectionSecondsMax);
    const { rows, bytes, all } = await read();
    return { heapMb: used / bytesPerMb, rows, rowsMb: bytes / bytesPerMb, databaseMb: all / bytesPerMb };
  });
}
