/**
 * The operator's commands, run on the database of the settings: create a tenant or the demo, list and unpark parked
 * events, replace the secret key. Safe beside a running service: it loads only events that it creates. A failure is reported in one line.
 */

import { parseArgs } from 'node:util';
import { DeadlineQueue } from '#actors/deadlines.ts';
import { Registry } from '#actors/registry.ts';
import { ShardTable } from '#actors/shard-table.ts';
import { Metrics } from '#http/ops/metrics.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { createTenant } from '#storage/catalog/tenants.ts';
import { reasonOf } from '#storage/database/log.ts';
import type { SecretKeys } from '#storage/database/sealed.ts';
import { startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { listParkedEvents, unparkEvent } from '#storage/journal/parked-events.ts';
import { claimSecretKey } from '#storage/secrets/secret-keys.ts';
import { rotateSecretKey } from '#storage/secrets/secret-rotation.ts';
import { openPersistence, type Persistence } from '#wiring/persistence.ts';
import { readSettings, type Settings, warnOfMisspelled } from '#wiring/settings.ts';
import { createDemo, demoText } from './demo.ts';
import { makeLog } from './log.ts';
import { adoptNextKey, nextSecretKeyOf, secretKeyOf } from './secret-key.ts';

const usage = `Usage:
  npm run admin -- tenant create --name NAME   creates a tenant and prints its key, once
  npm run admin -- demo                        creates a demo organization with a priced event
  npm run admin -- events parked               lists events that are set aside because their journal cannot be replayed
  npm run admin -- events unpark NUMBER        lets the service try such an event again
  npm run admin -- rotate-secret               replaces SECRET_KEY by NEW_SECRET_KEY; stop the service before
The settings are the same as the service's (DATABASE_URL, SECRET_KEY, DATA_DIR, …).`;

/** The arguments are wrong; the message is for the operator. */
class BadUsage extends Error {}

async function run(args: readonly string[]): Promise<void> {
  const { positionals, values } = readArguments(args);
  if (positionals.length === 3 && positionals.slice(0, 2).join(' ') === 'events unpark') {
    return onDatabase(({ persistence }) => unpark(persistence, positionals[2] as string));
  }
  switch (positionals.join(' ')) {
    case 'events parked':
      return onDatabase(({ persistence }) => showParked(persistence));
    case 'tenant create':
      return onDatabase(({ persistence }) => makeTenant(persistence, values.name));
    case 'demo':
      return onDatabase(makeDemo);
    case 'rotate-secret':
      return rotateSecret();
    default:
      throw new BadUsage(usage);
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { name: { type: 'string' } } });
  } catch (error) {
    throw new BadUsage(`${(error as Error).message}\n${usage}`);
  }
}

interface Opened {
  readonly settings: Settings;
  readonly secretKey: string;
  readonly secretKeys: SecretKeys;
  readonly persistence: Persistence;
}

/** A command has no metrics. */
const unmeasured = { appendObserved: () => undefined, feedLagObserved: () => undefined };

/** The work gets the keys of the database. Refuses another secret key. */
function onDatabase(work: (opened: Opened) => Promise<void>): Promise<void> {
  return withPersistence(async ({ settings, persistence }) => {
    const secretKey = await secretKeyOf(settings);
    const secretKeys = await claimSecretKey(persistence.pool, secretKey);
    await work({ settings, secretKey, secretKeys, persistence });
  });
}

/** Ends with the new key in force, or with nothing changed: it can be killed and repeated at any moment. */
function rotateSecret(): Promise<void> {
  return withPersistence(async ({ settings, persistence }) => {
    const newKey = await nextSecretKeyOf(settings);
    const outcome = await rotateSecretKey(persistence.pool, await secretKeyOf(settings), newKey);
    await adoptNextKey(settings, newKey);
    if (outcome === null) console.log('The database has the new key already.');
    else console.log(`${outcome.sealed} texts are sealed with the new key.`);
    if (outcome !== null && outcome.unreadable > 0) {
      console.log(
        `${outcome.unreadable} texts were sealed with a key that this database does not know: left unchanged.`,
      );
    }
    if (settings.SECRET_KEY !== undefined) console.log('Start every node with NEW_SECRET_KEY as its SECRET_KEY now.');
  });
}

async function withPersistence(
  work: (opened: Pick<Opened, 'settings' | 'persistence'>) => Promise<void>,
): Promise<void> {
  const settings = readSettings(process.env);
  const log = makeLog(settings.LOG_LEVEL, process.stderr);
  warnOfMisspelled(process.env, log);
  const embedded =
    settings.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, durable: true, log })
      : null;
  try {
    const connectionString = settings.DATABASE_URL ?? embedded?.connectionString ?? '';
    const node = `admin:${process.pid}`;
    const persistence = await openPersistence({ settings, connectionString, node, log, meter: unmeasured });
    try {
      await work({ settings, persistence });
    } finally {
      await persistence.close();
    }
  } finally {
    await embedded?.stop();
  }
}

async function makeTenant({ pool }: Persistence, name: string | undefined): Promise<void> {
  if (name === undefined || name.trim() === '') throw new BadUsage(`--name is missing\n${usage}`);
  const { id, key, token } = await createTenant(pool, name);
  console.log(`tenant ${id} "${name}"`);
  console.log(`X-API-Key for the management interface: ${key}`);
  console.log(`X-API-Key with X-Organization-ID:       ${token}`);
  console.log('Store them now: they cannot be shown again.');
}

async function showParked({ pool }: Persistence): Promise<void> {
  const parked = await listParkedEvents(pool);
  for (const { eventNumber, at, reason } of parked) console.log(`${eventNumber}  ${at.toISOString()}  ${reason}`);
  if (parked.length === 0) console.log('No event is parked.');
}

async function unpark({ pool }: Persistence, text: string): Promise<void> {
  const eventNumber = Number(text);
  if (!/^\d{1,9}$/.test(text)) throw new BadUsage(`'${text}' is not the number of an event\n${usage}`);
  if (!(await unparkEvent(pool, eventNumber))) throw new BadUsage(`event ${eventNumber} is not parked`);
  console.log(`event ${eventNumber} is loaded again at its next request`);
}

async function makeDemo({ settings, secretKey, secretKeys, persistence }: Opened): Promise<void> {
  const { pool, journal, store, projection, clock } = persistence;
  const log = makeLog(settings.LOG_LEVEL, process.stderr);
  const deadlines = new DeadlineQueue(clock, settings.SWEEP_MS);
  const sessionIds = new SessionIdMint(secretKeys);
  const node = `admin:${process.pid}`;
  // Without housekeeping, which would take over events from the running service.
  const registry = new Registry(
    { node, journal, store, projection, clock, deadlines, sessionIds, meter: new Metrics(), log },
    ShardTable.allOpen(),
  );
  try {
    const demo = await createDemo({ pool, engine: registry, secretKey, log });
    console.log(demoText(`http://localhost:${settings.PORT}`, demo));
  } finally {
    await registry.close();
    deadlines.close();
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(reasonOf(error));
  process.exitCode = 1;
});
