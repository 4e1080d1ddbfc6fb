/** Connections beside Slonik's pools, made for a library that has a pool of its own, at a real server that ends them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import pg from 'pg';
import { clientClassOf } from '#storage/database/client.ts';
import { eventually } from '../../support/eventually.ts';
import { databaseUrl } from '../../support/postgres.ts';

const applicationName = 'usher client test';
/** The message ReadyForQuery of an idle connection. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Passes everything on, but keeps what the server sends from its readiness on until it has ended the connection. */
async function openHolding(serverUrl: string): Promise<Server> {
  const { hostname, port } = new URL(serverUrl);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream);
    const kept: Buffer[] = [];
    upstream.on('data', (bytes: Buffer) => {
      if (kept.length > 0 || bytes.includes(ready)) kept.push(bytes);
      else client.write(bytes);
    });
    upstream.on('close', () => client.end(Buffer.concat(kept)));
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a connection that ends in the moment in which it is ready is an error of its pool, not of the process', async () => {
  const serverUrl = databaseUrl('postgres');
  const holding = await openHolding(serverUrl);
  const url = new URL(serverUrl);
  url.port = String((holding.address() as AddressInfo).port);
  const pool = new pg.Pool({ Client: clientClassOf(url.href), application_name: applicationName });
  const failures: string[] = [];
  pool.on('error', ({ message }) => failures.push(message));
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    const asked = pool.query('select 1').catch(({ message }: Error) => failures.push(message));
    const end =
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and state is not null';
    await eventually(async () => ((await admin.query(end, [applicationName])).rowCount ?? 0) > 0);
    await asked;
    expect(failures.join()).toContain('terminat');
  } finally {
    await admin.end();
    await pool.end();
    holding.close();
  }
});
