/**
 * The smallest program that uses the embedded PostgreSQL; tests kill it. It starts PostgreSQL in the directory of its
 * first argument, prints the connection string, and on SIGINT or SIGTERM queries the database once more before it
 * stops. It is started without `npm run`, so a test's signal reaches this process itself.
 */
import pg from 'pg';
import { startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';

const print = (level: string) => (fields: object, message: string) =>
  process.stderr.write(`${level} ${message} ${JSON.stringify(fields)}\n`);
const log = { info: print('info'), warn: print('warn'), error: print('error') };

try {
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', durable: true, log });
  const stop = async () => {
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    await client.query('select');
    await client.end();
    await server.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`${server.connectionString}\n`);
  // Keeps the process alive as a listening socket would. If the test run is killed, stdin closes and the process exits.
  process.stdin.on('close', () => process.exit(1)).resume();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
