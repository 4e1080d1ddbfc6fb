/** How many workers fit the connections that the database allows. */
import type { Log } from '#actors/ports.ts';
import type { Settings } from '#wiring/settings.ts';

/** Connections of a worker beside its pool: 8 for the journal, for listening and for webhooks, 6 of its threads. */
const connectionsBesidePool = 14;
/** For the operator's commands, and for a worker that is started again while its old connections are being closed. */
const spareConnections = 20;
/** The embedded PostgreSQL allows at least so many, also for a single process. */
const connectionsMin = 100;

/** The most connections that a worker opens. */
function connectionsOf({ DATABASE_CONNECTIONS }: Settings): number {
  return DATABASE_CONNECTIONS + connectionsBesidePool;
}

/** The connections that the embedded PostgreSQL must allow. */
export function connectionsFor(workers: number, settings: Settings): number {
  return Math.max(connectionsMin, workers * connectionsOf(settings) + spareConnections);
}

/**
 * The number of workers for a server that allows `allowed` connections: WORKERS as it is set, with a warning when that
 * is too many, else as many of `wanted` as fit.
 */
export function fittingWorkers(wanted: number, allowed: number, settings: Settings, log: Log): number {
  const needed = wanted * connectionsOf(settings);
  if (needed <= allowed) return wanted;
  if (settings.WORKERS !== undefined) {
    log.warn({ workers: wanted, needed, allowed }, 'the workers may need more connections than the database allows');
    return wanted;
  }
  const workers = Math.max(1, Math.floor(allowed / connectionsOf(settings)));
  log.warn({ workers, wanted, needed, allowed }, 'the database allows connections for fewer workers: set WORKERS');
  return workers;
}
