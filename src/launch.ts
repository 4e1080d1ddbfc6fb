/**
 * The service's process: reads the settings, connects to or starts a database, opens the service, creates the demo
 * on a first start, and shuts down without failing a request. A failed start prints one line on stderr; a wrong setting
 * is found before the code of the service is loaded, which takes most of a start.
 */
import { createServer } from 'node:net';
import type { Log } from '#actors/ports.ts';
import { readSettings, type Settings } from '#wiring/settings.ts';
import { makeLog } from './log.ts';
import { secretKeyOf } from './secret-key.ts';

/** The process exits if the shutdown takes longer: the database may never come back. */
const shutdownMsMax = 30_000;

interface Database {
  readonly connectionString: string;
  readonly stop: () => Promise<void>;
}

try {
  await run();
} catch (error) {
  process.stderr.write(`usher: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const log = makeLog(settings.LOG_LEVEL);
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'the process ends because of a bug');
    process.exit(1);
  });
  // Check the ports first: when one is in use, nothing has been started or created yet.
  await refuseTakenPort(settings.PORT);
  await refuseTakenPort(settings.OPERATIONS_PORT, settings.OPERATIONS_HOST);
  const secretKey = await secretKeyOf(settings);
  const { startService } = await import('#wiring/service.ts');
  const database = await openDatabase(settings, log);
  const stops: (() => Promise<void>)[] = [database.stop];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  let isStopping = false;
  const shutDown = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'shutting down');
    setTimeout(() => {
      log.error({}, 'the shutdown takes too long; exiting. Nothing is lost: recovery reads the journal');
      process.exit(1);
    }, shutdownMsMax).unref();
    stopAll().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', shutDown).on('SIGINT', shutDown);
  try {
    const service = await startService({ settings, connectionString: database.connectionString, secretKey, log });
    stops.push(() => service.close());
    const { port, operationsPort } = await service.open();
    const isOwnDatabase = settings.DATABASE_URL === undefined;
    if (settings.DEMO && isOwnDatabase) {
      const { pool } = service.persistence;
      const baseUrl = `http://localhost:${port}`;
      const { demoText, ensureDemo } = await import('./demo.ts');
      const world = { pool, engine: service.router, secretKey, log };
      const demo = await ensureDemo(world, settings.DATA_DIR, baseUrl);
      // Not through the log: it redacts keys.
      if (demo !== null) process.stdout.write(demoText(baseUrl, demo));
    }
    service.declareReady();
    log.info({ operationsPort, port }, 'ready');
  } catch (error) {
    if (isStopping) return;
    await stopAll();
    throw error;
  }
}

async function openDatabase(settings: Settings, log: Log): Promise<Database> {
  if (settings.DATABASE_URL !== undefined) {
    return { connectionString: settings.DATABASE_URL, stop: async () => undefined };
  }
  const { startEmbeddedPostgres } = await import('#storage/embedded/embedded-postgres.ts');
  return startEmbeddedPostgres({ dataDir: settings.DATA_DIR, durable: true, log });
}

async function refuseTakenPort(port: number, host?: string): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(port, host, resolve);
    });
  } catch (error) {
    const place = host === undefined ? `port ${port}` : `port ${port} of ${host}`;
    throw new Error(`cannot listen on ${place}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
  await new Promise((resolve) => probe.close(resolve));
}
