/**
 * The work that goes on after the call that has asked for it: cloning schemas, erasing persons, deleting organizations. Each
 * is stored as a request before the call is answered, and resumed by any node. Also the deletion of what is kept no longer.
 */
import type { Clock, Log } from '#actors/ports.ts';
import { countOpenErasures } from '#storage/erasure/erasures.ts';
import { countOpenClones } from '#storage/layouts/schema-clone-requests.ts';
import type { WorkerPool } from '#workers/pool.ts';
import { eraseQueued } from '#workflows/erasure.ts';
import { OrganizationRemoval } from '#workflows/organization-removal.ts';
import { QueuedWork } from '#workflows/queued-work.ts';
import { Retention } from '#workflows/retention.ts';
import { hourMs, type Persistence } from './persistence.ts';
import type { RouteWorld } from './route-world.ts';
import type { Settings } from './settings.ts';

interface BackgroundOptions {
  readonly settings: Settings;
  readonly connectionString: string;
  readonly log: Log;
}

export function makeCloner(
  { connectionString, log }: BackgroundOptions,
  { pool }: Persistence,
  workers: WorkerPool,
): QueuedWork {
  return new QueuedWork({
    countOpen: () => countOpenClones(pool),
    work: async () => {
      for (const { error, ...clone } of await workers.cloneSchemas(connectionString)) {
        if (error === null) log.info(clone, 'cloned a schema');
        else log.warn({ ...clone, reason: error }, 'a schema could not be cloned');
      }
    },
    complaint: 'cloning schemas was interrupted',
    log,
  });
}

interface Eraser extends Pick<QueuedWork, 'start' | 'wake'> {
  close(): Promise<void>;
}

export function makeEraser(
  { log }: BackgroundOptions,
  { pool }: Persistence,
  { router, sessionIds, clock }: Pick<RouteWorld, 'router' | 'sessionIds' | 'clock'>,
): Eraser {
  let isClosing = false;
  const world = {
    pool,
    engine: router,
    settle: (eventNumbers: readonly number[], wantsSnapshot?: boolean) => router.settle(eventNumbers, wantsSnapshot),
    eventNumberOf: (sessionId: string) => sessionIds.eventNumberOf(sessionId),
    now: () => clock.now(),
    isClosing: () => isClosing,
  };
  const queue = new QueuedWork({
    countOpen: () => countOpenErasures(pool),
    work: async () => {
      for (const { reason, ...erasure } of await eraseQueued(world)) {
        if (reason === null) log.info(erasure, 'an erasure is done');
        else log.warn({ ...erasure, reason }, 'an erasure does not come on and is tried again');
      }
    },
    complaint: 'erasing was interrupted',
    log,
  });
  const close = (): Promise<void> =>
    queue.close(() => {
      isClosing = true;
    });
  return { start: () => queue.start(), wake: () => queue.wake(), close };
}

export function makeRemoval(
  { pool, notifications }: Persistence,
  { router, webhooks, log }: Pick<RouteWorld, 'router' | 'webhooks' | 'log'>,
): OrganizationRemoval {
  return new OrganizationRemoval({
    pool,
    notifications,
    removeWebhooks: (organizationId) => webhooks.removal.removeOfOrganization(organizationId),
    forget: (eventNumber) => router.forget(eventNumber),
    log,
  });
}

/** From now on what is kept no longer is deleted. The feed's part closes with the database. */
export function startRetention(
  { settings, log }: BackgroundOptions,
  { pool, feedTrimmer }: Persistence,
  clock: Clock,
  isMine: () => boolean,
): Retention {
  const retention = new Retention({
    pool,
    keepMs: settings.JOURNAL_KEEP_HOURS * hourMs,
    auditKeepDays: settings.AUDIT_KEEP_DAYS,
    now: () => clock.now(),
    isMine,
    log,
  });
  retention.start();
  feedTrimmer.start(isMine);
  return retention;
}
