/**
 * The operator's settings, read once at the start from the environment and the files that it names. Every invalid value
 * is told in one line and stops the start. No other file reads a setting from the environment.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Log } from '#actors/ports.ts';
import { addressOf } from '#storage/database/address.ts';
import { misspelledSettings } from './misspelled-settings.ts';
import { fileSettings, withFiles } from './setting-files.ts';

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const onOff = z
  .string()
  .regex(/^(0|1|true|false)$/, 'must be 0, 1, true or false')
  .transform((value) => value === '1' || value === 'true');

const hostName = z.string().regex(/^[\w.:-]+$/, 'must be a host name or an address');

const redisUrls = z
  .string()
  .transform((value) => value.split(',').map((url) => url.trim()))
  .pipe(
    z
      .array(z.string().refine((url) => /^rediss?:\/\//.test(url) && URL.canParse(url), 'must be redis:// URLs'))
      .refine((urls) => new Set(urls).size === urls.length, 'must not name a server twice'),
  );

const databaseUrl = z.string().superRefine((value, { addIssue }) => {
  try {
    addressOf(value);
  } catch (error) {
    addIssue({ code: 'custom', message: (error as Error).message });
  }
});

const secretKey = z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes as 64 hex digits');

const portMax = 65_535;

const secretLengthMin = 16;

const clusterSecret = z.string().min(secretLengthMin, `must have at least ${secretLengthMin} characters`);

const httpUrl = z
  .string()
  .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be an http:// or https:// URL');

const share = z
  .string()
  .regex(/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/, 'must be a number from 0 to 1')
  .transform(Number);

const monthSeconds = 31 * 24 * 3600;

const environment = z.object({
  PORT: whole(0, portMax).default(8080),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPERATIONS_PORT: whole(0, portMax).default(9464),
  OPERATIONS_HOST: hostName.default('127.0.0.1'),
  DATABASE_URL: databaseUrl.optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_CONNECTIONS: whole(2, 1000).default(10),
  WORKERS: whole(1, 128).optional(),
  REDIS_URL: redisUrls.optional(),
  CLUSTER_SECRET: clusterSecret.optional(),
  CLUSTER_SECRET_PREVIOUS: clusterSecret.optional(),
  INTERNAL_PORT: whole(0, portMax).default(0),
  INTERNAL_HOST: hostName.optional(),
  ADVERTISE_HOST: hostName.optional(),
  LEASE_MS: whole(500, 60_000).default(4000),
  SECRET_KEY: secretKey.optional(),
  NEW_SECRET_KEY: secretKey.optional(),
  HOLD_SECONDS: whole(1, monthSeconds).default(900),
  PAYMENT_GRACE_SECONDS: whole(1, monthSeconds).default(600),
  MAX_SEATS_PER_SESSION: whole(1, 1000).default(10),
  SESSIONS_ENABLED: onOff.default(true),
  SESSIONS_PER_ADDRESS_PER_MINUTE: whole(0, 1_000_000).default(300),
  CALLS_PER_SESSION_PER_SECOND: whole(0, 10_000).default(20),
  LOGINS_PER_ADDRESS_PER_MINUTE: whole(0, 1_000_000).default(60),
  CONNECTIONS_PER_ADDRESS_MAX: whole(0, 1_000_000).default(2000),
  LARGE_BODIES_MB: whole(1, 65_536).default(256),
  LARGE_BODIES_PER_ORGANIZATION_MB: whole(1, 65_536).default(128),
  INCOMPLETE_REQUESTS_MB: whole(1, 65_536).default(64),
  EMPTY_SESSIONS_PER_EVENT_MAX: whole(0, 10_000_000).default(100_000),
  TICKETS_PER_EVENT_MAX: whole(1, 16_000_000).default(2_000_000),
  TRUST_PROXY: whole(0, 10).optional(),
  UNKNOWN_PROXY_ADDRESSES: whole(1, 100_000).default(100),
  SWEEP_MS: whole(50, 60_000).default(1000),
  EVENT_IDLE_SECONDS: whole(1, monthSeconds).default(300),
  STREAM_TICK_MS: whole(10, 10_000).default(100),
  STREAM_VIEWERS_MAX: whole(0, 1_000_000).default(20_000),
  STREAM_VIEWERS_PER_ADDRESS_MAX: whole(0, 1_000_000).default(5_000),
  WEBHOOKS_ALLOW_PRIVATE: onOff.default(false),
  WEBHOOKS_PER_ORGANIZATION_MAX: whole(0, 1000).default(20),
  SIGN_ON_ALLOW_PRIVATE: onOff.default(false),
  SERVER_TIMING: onOff.default(false),
  METRICS_ORGANIZATIONS_MAX: whole(0, 1000).default(0),
  FINALIZE_AFTER_SECONDS: whole(0, monthSeconds).default(60),
  CHANGES_KEEP_DAYS: whole(1, 3_650).default(14),
  AUDIT_KEEP_DAYS: whole(1, 36_500).default(730),
  JOURNAL_KEEP_HOURS: whole(0, 1_000_000).default(720),
  ARCHIVE_AFTER_DAYS: whole(1, 36_500).optional(),
  ARCHIVE_DIR: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('usher'),
  OTEL_TRACES_SAMPLER_ARG: share.default(0.01),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: onOff.default(true),
});

export type Settings = z.output<typeof environment>;

/** Settings that cannot be used; the message has one line for each, for the operator. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting';
}

/**
 * Reads the settings; an empty variable counts as absent. Throws `BadSetting` with one line for each setting that is wrong
 * or missing.
 */
export function readSettings(variables: Variables): Settings {
  const { values, names, reasons } = withFiles(givenOf(variables));
  const result = environment.safeParse(values);
  const wrong = result.error?.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`) ?? [];
  const contradictions = result.success ? contradictionsOf(result.data) : [];
  const all = [...new Set([...reasons, ...wrong, ...missingFrom(names), ...contradictions])];
  if (!result.success || all.length > 0) throw new BadSetting(all.join('\n'));
  return result.data;
}

/** One warning for each variable that is no setting but nearly has the name of one. */
export function warnOfMisspelled(variables: Variables, log: Pick<Log, 'warn'>): void {
  const settings = [...Object.keys(environment.shape), ...fileSettings];
  for (const { variable, setting } of misspelledSettings(Object.keys(givenOf(variables)), settings)) {
    log.warn({ variable, setting }, 'an unknown setting has no effect: is this one meant?');
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

function givenOf(variables: Variables): Record<string, string> {
  const given = Object.entries(variables).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  return Object.fromEntries(given);
}

/** The systems whose kernel spreads the connections of one port over several listeners. */
const spreadingSystems: readonly string[] = ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'];

/** How many processes serve requests: WORKERS, by default half the cores, because Postgres needs the others. */
export function workerCountOf({ WORKERS }: Pick<Settings, 'WORKERS'>, cores = availableParallelism()): number {
  if (WORKERS !== undefined) return WORKERS;
  return spreadingSystems.includes(process.platform) ? Math.max(1, Math.floor(cores / 2)) : 1;
}

/** Each of several workers needs a port of its own for the other nodes: they follow INTERNAL_PORT. */
function contradictionsOf({ PORT, OPERATIONS_PORT, WORKERS = 1, INTERNAL_PORT }: Settings): readonly string[] {
  const reasons: string[] = [];
  if (PORT !== 0 && PORT === OPERATIONS_PORT) reasons.push('OPERATIONS_PORT must not be PORT');
  if (WORKERS > 1 && !spreadingSystems.includes(process.platform)) {
    reasons.push('WORKERS must be 1 on this system, which does not spread connections over processes');
  }
  if (INTERNAL_PORT !== 0 && INTERNAL_PORT + WORKERS - 1 > portMax) {
    reasons.push(`INTERNAL_PORT must be at most ${portMax - WORKERS + 1} with ${WORKERS} workers`);
  }
  return reasons;
}

/** Settings that mean nothing without another; a cluster needs lease servers, a shared database and the secret. */
function missingFrom(names: ReadonlySet<string>): readonly string[] {
  const needed = [
    ['DATABASE_URL', 'SECRET_KEY', '32 bytes as 64 hex digits'],
    ['REDIS_URL', 'DATABASE_URL', 'all nodes work on one database'],
    ['ARCHIVE_AFTER_DAYS', 'ARCHIVE_DIR', 'a folder for the files of old events'],
    ['CLUSTER_SECRET_PREVIOUS', 'CLUSTER_SECRET', 'the secret that replaces it'],
    ['REDIS_URL', 'CLUSTER_SECRET', `at least ${secretLengthMin} characters`],
  ] as const;
  return needed
    .filter(([given, missing]) => names.has(given) && !names.has(missing))
    .map(([given, missing, meaning]) => `${missing} is required with ${given}: ${meaning}`);
}
