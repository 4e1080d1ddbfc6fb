/**
 * The service's process: reads the settings, connects to or starts a database, opens the service or its workers, creates
 * the demo on a first start, and shuts down without failing a request. A failed start prints one line on stderr, or one
 * for each wrong setting. Settings are checked before the database is touched and before the code of the service is
 * loaded, which takes most of a start.
 */
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '#actors/ports.ts';
import { reasonOf } from '#storage/database/log.ts';
import { internalHostOf } from '#wiring/internal-host.ts';
import type { Ports } from '#wiring/listeners.ts';
import { readSettings, type Settings, warnOfMisspelled, workerCountOf } from '#wiring/settings.ts';
import { makeLog } from './log.ts';
import { connectionsFor, fittingWorkers } from './processes/worker-count.ts';
import { adoptNextKey, pendingKeyOf, secretKeyOf } from './secret-key.ts';

/** `--lazy`: becomes ready before its documents, pages and threads exist. For those who start many services. */
const isLazy = process.argv.includes('--lazy');
/** The process exits if the shutdown takes longer: the database may never come back. */
const shutdownMsMax = 30_000;
/** The workers of a parent that has just died still hold its port while they let requests finish. */
const portPatienceMs = 5_000;
const portPollMs = 50;

interface Database {
  readonly connectionString: string;
  readonly stop: () => Promise<void>;
}

/** What a start needs, and how it registers what must be stopped. */
interface Start {
  readonly settings: Settings;
  readonly log: Log;
  readonly secretKey: string;
  readonly connectionString: string;
  readonly onStop: (stop: () => Promise<void>) => void;
  /** Stops the service and ends with code 1 and this line. */
  readonly giveUp: (reason: string) => void;
}

try {
  await run();
} catch (error) {
  const lines = reasonOf(error).split('\n');
  process.stderr.write(lines.map((line) => `usher: ${line}\n`).join(''));
  process.exit(1);
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  const log = makeLog(settings.LOG_LEVEL);
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'the process ends because of a bug');
    process.exit(1);
  });
  warnOfMisspelled(process.env, log);
  // Check hosts and ports first: when one cannot be used, nothing has been started or created yet.
  const wanted = workerCountOf(settings);
  const patienceMs = wanted === 1 ? 0 : portPatienceMs;
  const port = await probePort(settings.PORT, undefined, patienceMs);
  await probePort(settings.OPERATIONS_PORT, settings.OPERATIONS_HOST);
  await probeInternalPorts(settings, wanted, patienceMs);
  const secretKey = await secretKeyOf(settings);
  const database = await openDatabase(settings, wanted, log);
  const stops: (() => Promise<void>)[] = [database.stop];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  const { isStopping, giveUp } = stopOnSignals(stopAll, log);
  try {
    const { connectionString } = database;
    const start = {
      settings,
      log,
      secretKey: (await finishedRotation(settings, connectionString)) ?? secretKey,
      connectionString,
      onStop: (stop: () => Promise<void>) => stops.push(stop),
      giveUp,
    };
    const workers = await fitWorkers(start, wanted);
    const ports = workers === 1 ? await startAlone(start) : await startWorkers(start, workers, port);
    log.info({ ...(workers === 1 ? {} : { workers }), ...ports }, 'ready');
  } catch (error) {
    if (isStopping()) return;
    await stopAll();
    throw error;
  }
}

/** The new key of a rotation that was killed after the database had it; null: there is none. */
async function finishedRotation(settings: Settings, connectionString: string): Promise<string | null> {
  const pending = await pendingKeyOf(settings);
  if (pending === null) return null;
  const { hasSecretKey } = await import('#storage/secrets/secret-keys.ts');
  if (!(await hasSecretKey(connectionString, pending))) return null;
  await adoptNextKey(settings, pending);
  return pending;
}

/** Stops once: at SIGTERM, at SIGINT, or when the service gives up. Tells whether that has begun. */
function stopOnSignals(stopAll: () => Promise<void>, log: Log): Pick<Start, 'giveUp'> & { isStopping: () => boolean } {
  let isStopping = false;
  const shutDown = (code: number): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      log.error({}, 'the shutdown takes too long; exiting. Nothing is lost: recovery reads the journal');
      process.exit(1);
    }, shutdownMsMax).unref();
    stopAll().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'the shutdown failed');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: string): void => {
    if (!isStopping) log.info({ signal }, 'shutting down');
    shutDown(0);
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  const giveUp = (reason: string): void => {
    if (isStopping) return;
    process.stderr.write(`usher: ${reason}\n`);
    shutDown(1);
  };
  return { isStopping: () => isStopping, giveUp };
}

async function startAlone({ settings, log, secretKey, connectionString, onStop, giveUp }: Start): Promise<Ports> {
  const { startService } = await import('#wiring/service.ts');
  const isWatching = process.argv.includes('--watch');
  const demo = settings.DATABASE_URL === undefined ? await import('./demo.ts') : null;
  const service = await startService({
    settings,
    connectionString,
    secretKey,
    log,
    isWatching,
    isLazy,
    ...(demo === null ? {} : { demoEvent: demo.demoEventOf(settings) }),
    unfit: giveUp,
  });
  onStop(() => service.close());
  const { port, operationsPort } = await service.open();
  if (settings.DEMO && demo !== null) {
    const world = { pool: service.persistence.pool, engine: service.router, secretKey, log };
    await demo.ensureDemoOf(world, settings.DATA_DIR, port);
  }
  service.declareReady();
  return { operationsPort, port };
}

async function startWorkers(start: Start, workers: number, port: number): Promise<Ports> {
  const { settings, onStop } = start;
  const program = fileURLToPath(new URL('./main.ts', import.meta.url));
  const isEmbedded = settings.DATABASE_URL === undefined;
  const { Parent } = await import('./processes/parent.ts');
  const parent = new Parent({ ...start, isLazy, workers, port, program, isEmbedded });
  onStop(() => parent.close());
  const { operationsPort } = await parent.start();
  return { operationsPort, port };
}

/** With several workers the database is migrated here, once. */
async function fitWorkers({ settings, log, connectionString }: Start, wanted: number): Promise<number> {
  if (wanted === 1) return 1;
  const { migrate } = await import('#storage/database/migrate.ts');
  const { connectionLimitOf } = await import('#storage/database/connection-limit.ts');
  await migrate(connectionString, log);
  return fittingWorkers(wanted, await connectionLimitOf(connectionString), settings, log);
}

async function openDatabase(settings: Settings, workers: number, log: Log): Promise<Database> {
  if (settings.DATABASE_URL !== undefined) {
    return { connectionString: settings.DATABASE_URL, stop: async () => undefined };
  }
  const { startEmbeddedPostgres } = await import('#storage/embedded/embedded-postgres.ts');
  const connectionsMax = connectionsFor(workers, settings);
  log.info({}, 'PostgreSQL is embedded and has no standby: the bookings are on this machine only');
  return startEmbeddedPostgres({ dataDir: settings.DATA_DIR, durable: true, connectionsMax, log });
}

/** The host and the ports where the other nodes are to reach this one and its workers. */
async function probeInternalPorts(settings: Settings, workers: number, patienceMs: number): Promise<void> {
  const { REDIS_URL, INTERNAL_PORT: first } = settings;
  if (REDIS_URL === undefined) return;
  const host = await internalHostOf(settings);
  const ports = Array.from({ length: first === 0 ? 1 : workers }, (_, index) => first + index);
  for (const port of ports) await probePort(port, host, patienceMs);
}

/** Rejects when the port stays in use; resolves with the port, for 0 with a free one. */
async function probePort(port: number, host?: string, patienceMs = 0): Promise<number> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await pause(portPollMs)) {
    const found = await portOf(port, host).catch(() => null);
    if (found !== null) return found;
  }
  return portOf(port, host);
}

async function portOf(port: number, host?: string): Promise<number> {
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
  const { port: found } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return found;
}
