/**
 * A worker's process, started by the parent: reads the settings, and runs a node until the parent ends it. Signals are
 * for the parent: a terminal and a supervisor send them to the workers as well, which would stop in no order.
 */
import { holdEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { readSettings } from '#wiring/settings.ts';
import { demoEventOf, ensureDemoOf } from './demo.ts';
import { makeLog } from './log.ts';
import { channelOf } from './processes/parent-link.ts';
import { runWorker } from './processes/worker.ts';

const settings = readSettings(process.env);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {});

runWorker(
  {
    channel: channelOf(process),
    settings,
    logOf: (worker) => {
      const log = makeLog(settings.LOG_LEVEL, undefined, { worker });
      process.on('uncaughtException', (error) => {
        log.error({ err: error }, 'the worker ends because of a bug');
        process.exit(1);
      });
      return log;
    },
    holdDatabase: () => holdEmbeddedPostgres(settings.DATA_DIR),
    makeDemo: ({ persistence, router }, { secretKey, port }, log) =>
      ensureDemoOf({ pool: persistence.pool, engine: router, secretKey, log }, settings.DATA_DIR, port),
    demoEvent: demoEventOf(settings),
    showNumber: (worker) => {
      process.title = `usher worker ${worker}`;
    },
    exit: (code) => process.exit(code),
  },
  (listener) => void process.on('disconnect', listener),
);
