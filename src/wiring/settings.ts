/**
 * The operator's settings, read from the environment once at the start. An invalid value stops the start with a
 * one-line message. No other file reads a setting from the environment.
 */
import { availableParallelism } from 'node:os';
import { z } from 'zod';

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

const portMax = 65_535;

const secretLengthMin = 16;

const monthSeconds = 31 * 24 * 3600;

const environment = z.object({
  PORT: whole(0, portMax).default(8080),
  OPERATIONS_PORT: whole(0, portMax).default(9464),
  OPERATIONS_HOST: hostName.default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL')
    .refine((value) => URL.canParse(value), 'must be a postgres:// URL')
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_CONNECTIONS: whole(2, 1000).default(10),
  WORKERS: whole(1, 128).optional(),
  REDIS_URL: redisUrls.optional(),
  CLUSTER_SECRET: z.string().min(secretLengthMin, `must have at least ${secretLengthMin} characters`).optional(),
  INTERNAL_PORT: whole(0, portMax).default(0),
  INTERNAL_HOST: hostName.optional(),
  ADVERTISE_HOST: hostName.optional(),
  LEASE_MS: whole(500, 60_000).default(4000),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes as 64 hex digits')
    .optional(),
  HOLD_SECONDS: whole(1, monthSeconds).default(900),
  PAYMENT_GRACE_SECONDS: whole(1, monthSeconds).default(600),
  MAX_SEATS_PER_SESSION: whole(1, 1000).default(10),
  SESSIONS_ENABLED: onOff.default(true),
  SESSIONS_PER_ADDRESS_PER_MINUTE: whole(0, 1_000_000).default(300),
  CALLS_PER_SESSION_PER_SECOND: whole(0, 10_000).default(20),
  LOGINS_PER_ADDRESS_PER_MINUTE: whole(0, 1_000_000).default(60),
  EMPTY_SESSIONS_PER_EVENT_MAX: whole(0, 10_000_000).default(100_000),
  TICKETS_PER_EVENT_MAX: whole(1, 16_000_000).default(2_000_000),
  TRUST_PROXY: whole(0, 10).optional(),
  SWEEP_MS: whole(50, 60_000).default(1000),
  EVENT_IDLE_SECONDS: whole(1, monthSeconds).default(300),
  STREAM_TICK_MS: whole(10, 10_000).default(100),
  STREAM_VIEWERS_MAX: whole(0, 1_000_000).default(20_000),
  STREAM_VIEWERS_PER_ADDRESS_MAX: whole(0, 1_000_000).default(5_000),
  WEBHOOKS_ALLOW_PRIVATE: onOff.default(false),
  WEBHOOKS_PER_ORGANIZATION_MAX: whole(0, 1000).default(20),
  SERVER_TIMING: onOff.default(false),
  CHANGES_KEEP_DAYS: whole(1, 3_650).default(14),
  JOURNAL_KEEP_HOURS: whole(0, 1_000_000).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO: onOff.default(true),
});

export type Settings = z.output<typeof environment>;

/** A setting that cannot be used; the message is one line for the operator. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting';
}

/** Reads the settings; an empty variable counts as absent. Throws `BadSetting`. */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    const reasons = result.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
    throw new BadSetting([...new Set(reasons)].join('; '));
  }
  if (result.data.DATABASE_URL !== undefined && result.data.SECRET_KEY === undefined) {
    throw new BadSetting('SECRET_KEY is required with DATABASE_URL: 32 bytes as 64 hex digits');
  }
  refuseHalfACluster(result.data);
  const { PORT, OPERATIONS_PORT } = result.data;
  if (PORT !== 0 && PORT === OPERATIONS_PORT) throw new BadSetting('OPERATIONS_PORT must not be PORT');
  refuseWorkers(result.data);
  return result.data;
}

/** The systems whose kernel spreads the connections of one port over several listeners. */
const spreadingSystems: readonly string[] = ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'];

/** How many processes serve requests: WORKERS, by default half the cores, because Postgres needs the others. */
export function workerCountOf({ WORKERS }: Pick<Settings, 'WORKERS'>, cores = availableParallelism()): number {
  if (WORKERS !== undefined) return WORKERS;
  return spreadingSystems.includes(process.platform) ? Math.max(1, Math.floor(cores / 2)) : 1;
}

/** Each of several workers needs a port of its own for the other nodes: they follow INTERNAL_PORT. */
function refuseWorkers({ WORKERS = 1, INTERNAL_PORT }: Settings): void {
  if (WORKERS > 1 && !spreadingSystems.includes(process.platform)) {
    throw new BadSetting('WORKERS must be 1 on this system, which does not spread connections over processes');
  }
  if (INTERNAL_PORT !== 0 && INTERNAL_PORT + WORKERS - 1 > portMax) {
    throw new BadSetting(`INTERNAL_PORT must be at most ${portMax - WORKERS + 1} with ${WORKERS} workers`);
  }
}

/** A cluster needs all three: the lease servers, a shared database and the secret. */
function refuseHalfACluster({ REDIS_URL, DATABASE_URL, CLUSTER_SECRET }: Settings): void {
  if (REDIS_URL === undefined) return;
  if (DATABASE_URL === undefined) {
    throw new BadSetting('DATABASE_URL is required with REDIS_URL: all nodes work on one database');
  }
  if (CLUSTER_SECRET === undefined) {
    throw new BadSetting(`CLUSTER_SECRET is required with REDIS_URL: at least ${secretLengthMin} characters`);
  }
}
