/**
 * The demo: a tenant, an organization with public sessions and a person who can log in, a venue, a layout and a priced
 * event, created through the ordinary storage and engine. Writes the keys to `demo.json`, because a key can be shown
 * only when it is created. Only the owner of that file can read it.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '#actors/engine.ts';
import { Moved } from '#actors/fault.ts';
import type { Log } from '#actors/ports.ts';
import { layoutOf } from '#codec/bodies/layout.ts';
import { newLayout } from '#codec/bodies/new-layout.ts';
import { check } from '#codec/check.ts';
import type { Command } from '#domain/command.ts';
import { SeatLinesBuilder } from '#domain/pricing/seat-lines.ts';
import { joinOrganization } from '#storage/catalog/accounts.ts';
import { create as createEvent } from '#storage/catalog/events.ts';
import { storeSettings } from '#storage/catalog/organization-settings.ts';
import { createOrganization } from '#storage/catalog/organizations.ts';
import { hashPassword } from '#storage/catalog/passwords.ts';
import { allocatePriceIdsOf } from '#storage/catalog/price-ids.ts';
import { create as createSchema } from '#storage/catalog/schemas.ts';
import { createTenant, hasTenantNotNamed } from '#storage/catalog/tenants.ts';
import { create as createVenue } from '#storage/catalog/venues.ts';
import { onlyKey, Sealer } from '#storage/database/sealed.ts';
import { Layouts } from '#storage/layouts/layouts.ts';
import type { Persistence } from '#wiring/persistence.ts';
import type { Settings } from '#wiring/settings.ts';
import { demoLayout, demoPrices } from './demo-venue.ts';

const demoTenant = 'Demo';
const fileName = 'demo.json';
const daysAhead = 30;
const passwordBytes = 12;
/** Attempts at one command; the event is loaded again before each. */
const attemptsMax = 10;

export interface DemoWorld {
  readonly pool: Persistence['pool'];
  readonly engine: Engine;
  /** 32 bytes as 64 hex digits. */
  readonly secretKey: string;
  readonly log: Log;
}

/** The content of `demo.json` without the address of the service. */
export interface DemoKeys {
  /** The whole `TEN:…` header value. */
  readonly tenantKey: string;
  readonly tenantToken: string;
  readonly organizationId: number;
  readonly organizationToken: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly schemaId: number;
  readonly eventId: string;
  /** The login of the console. */
  readonly email: string;
  readonly password: string;
}

export interface Demo {
  readonly keys: DemoKeys;
  /** Two seats side by side and an area, to try a purchase with. */
  readonly seats: readonly number[];
  readonly area: number;
}

/**
 * First start on an empty database: creates the demo and its file, and returns the demo. Later starts only update the
 * service's address in the file. After a first start that was interrupted before it wrote the file, the next start
 * creates a new demo.
 */
export async function ensureDemo(world: DemoWorld, dataDir: string, baseUrl: string): Promise<Demo | null> {
  const keys = await readDemoFile(dataDir);
  if (keys !== null) {
    await writeDemoFile(dataDir, baseUrl, keys);
    return null;
  }
  if (await hasTenantNotNamed(world.pool, demoTenant)) return null;
  const demo = await createDemo(world);
  await writeDemoFile(dataDir, baseUrl, demo.keys);
  return demo;
}

/**
 * Ensures the demo of a service on this machine. Prints its keys after a first start, and its pages after every start.
 */
export async function ensureDemoOf(world: DemoWorld, dataDir: string, port: number): Promise<void> {
  const baseUrl = `http://localhost:${port}`;
  const demo = await ensureDemo(world, dataDir, baseUrl);
  // Not through the log: it redacts keys.
  if (demo !== null) process.stdout.write(demoText(baseUrl, demo));
  const keys = await readDemoFile(dataDir);
  if (keys !== null) process.stdout.write(pagesText(baseUrl, keys));
}

/** The addresses of the pages, with the login of the console. A demo of an earlier version has no login. */
export function pagesText(baseUrl: string, keys: DemoKeys): string {
  const { email, password } = keys;
  const login = (email as string | undefined) === undefined ? '' : `   ${email}   ${password}`;
  return [
    'The pages of the demo:',
    `  console   ${baseUrl}/console/${login}`,
    `  map       ${mapAddress(baseUrl, keys)}`,
    '',
  ].join('\n');
}

/** Creates the demo's data on any database. */
export async function createDemo({ pool, engine, secretKey, log }: DemoWorld): Promise<Demo> {
  log.info({}, 'creating the demo data');
  const tenant = await createTenant(pool, demoTenant);
  const organization = await createOrganization(pool, new Sealer(onlyKey(secretKey)), {
    tenantId: tenant.id,
    name: 'Usher Playhouse',
  });
  await storeSettings(pool, organization.id, { publicSessionsEnabled: true });
  const person = await createPerson(pool, organization.id);
  const address = 'Stage Street 1, 1010 Vienna';
  const { id: venueId } = await createVenue(pool, organization.id, {
    name: 'Usher Playhouse',
    address,
    lat: 48.2031,
    lng: 16.3691,
    timeZone: 'Europe/Vienna',
  });
  const checked = check(newLayout, demoLayout(venueId));
  if (!checked.ok) throw new Error(`the demo layout is invalid: ${JSON.stringify(checked.errors)}`);
  const layout = layoutOf(checked.value);
  const schema = await createSchema({ pool, log }, pool, organization.id, layout);
  if (schema === null) throw new Error('the demo venue is gone');
  const day = new Date(Date.now() + daysAhead * 24 * 3_600_000).toISOString().slice(0, 10);
  const event = await createEvent(pool, organization.id, {
    schemaId: schema.id,
    name: 'Opening night',
    start: `${day}T19:30:00`,
    end: `${day}T22:30:00`,
    status: 'PUBLISHED',
  });
  if (event === null) throw new Error('the demo schema is gone');
  const samples = await priceEverything({ pool, engine }, event.number, schema.id);
  log.info({ seats: layout.seats.count, places: layout.capacity }, 'the demo data is created');
  const { id: organizationId, token: organizationToken, publicKey, privateKey } = organization;
  const { key: tenantKey, token: tenantToken } = tenant;
  const owner = { tenantKey, tenantToken, organizationId, organizationToken, publicKey, privateKey };
  return { keys: { ...owner, schemaId: schema.id, eventId: event.id, ...person }, ...samples };
}

/** A person with a random password. The email differs on every call: a database may have several demos. */
async function createPerson(
  pool: DemoWorld['pool'],
  organizationId: number,
): Promise<Pick<DemoKeys, 'email' | 'password'>> {
  const email = `demo${organizationId}@usher.example`;
  const password = randomBytes(passwordBytes).toString('base64url');
  const passwordHash = await hashPassword(password);
  await pool.transaction((transaction) =>
    joinOrganization(transaction, organizationId, { email, firstName: 'Demo', lastName: 'Manager', passwordHash }),
  );
  return { email, password };
}

async function priceEverything(
  { pool, engine }: Pick<DemoWorld, 'pool' | 'engine'>,
  eventNumber: number,
  schemaId: number,
): Promise<{ readonly seats: readonly number[]; readonly area: number }> {
  const names = [...new Set(demoPrices.values())];
  const ids = await allocatePriceIdsOf(pool, eventNumber, names.length);
  const prices = names.map((name, index) => ({ id: ids[index] as number, name, externalId: null, ...moneyIn(name) }));
  await done(engine, eventNumber, { kind: 'define-prices', prices });
  const layouts = new Layouts(pool);
  const sections = await layouts.sections(schemaId);
  const priceOf = new Map(
    sections.map(({ id, name }) => [id, prices.find((price) => price.name === demoPrices.get(name))?.id as number]),
  );
  const lines = new SeatLinesBuilder(sections.reduce((sum, section) => sum + (section.ga ? 0 : section.capacity), 0));
  for await (const page of layouts.seats(schemaId)) {
    for (const { id, sectionId } of page) lines.add(id, priceOf.get(sectionId) as number, null);
  }
  const groupOfSeats = sections
    .filter(({ ga }) => ga)
    .map(({ id }) => ({ objectId: id, assignmentId: priceOf.get(id) as number, activeCount: null }));
  const seats = lines.lines();
  await done(engine, eventNumber, { kind: 'assign-prices', seats, groupOfSeats });
  return { seats: [...seats.ids.subarray(0, 2)], area: groupOfSeats[0]?.objectId as number };
}

/** The amount of a price whose name is "95.00 EUR", for shops, which charge amounts in minor units. */
function moneyIn(name: string): { readonly amount: number; readonly currency: string } {
  const [amount = '', currency = ''] = name.split(' ');
  return { amount: Number(amount.replace('.', '')), currency };
}

/** A node of the service may take over the new event at any moment. A `Moved` command never ran, so it is retried. */
async function done(engine: Engine, eventNumber: number, command: Command): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await engine.ask(eventNumber, command);
      if (!answer.ok) throw new Error(`the demo's prices were refused: ${answer.refusal.detail}`);
      return;
    } catch (error) {
      if (!(error instanceof Moved) || attempt === attemptsMax) throw error;
    }
  }
}

/** Shell code for a random UUID, on Linux and macOS. */
const shellUuid = '$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)';

/** The keys, and a purchase as shell commands. */
export function demoText(baseUrl: string, { keys, seats, area }: Demo): string {
  const json = `-H 'Content-Type: application/json'`;
  const post = (path: string, rest: string) => `curl -sS -X POST "${baseUrl}${path}" ${json} ${rest}; echo`;
  const session = '/api/public/v2.0/session/$SESSION';
  const create =
    `SESSION=$(curl -sS -X POST "${baseUrl}/api/public/v2.0/session/" ${json} -H "Idempotency-Key: ${shellUuid}" ` +
    `-d '{"eventId":"${keys.eventId}","publicKey":"${keys.publicKey}"}' ` +
    `| sed -n 's/.*"sessionId":"\\([^"]*\\)".*/\\1/p'); echo "session $SESSION"`;
  return [
    'The keys of the demo:',
    ...Object.entries(keys).map(([name, value]) => `  ${name.padEnd(18)}${value}`),
    '',
    `The map of the demo event, as a buyer sees it: ${mapAddress(baseUrl, keys)}`,
    '',
    'A purchase, to paste into a shell. The idempotency key is a UUID: a guessed key would give a stranger the session.',
    create,
    post(`${session}/lock`, `-d '{"seats":[${seats}],"groupOfSeats":[{"id":${area},"capacity":2}]}'`),
    post(`${session}/checkout`, `-d '{}'`),
    post(
      '/api/private/v2.0/session/$SESSION/confirm',
      `-H 'X-API-Key: ${keys.organizationToken}' -d '{"reference":"ORDER-1"}'`,
    ),
    '',
  ].join('\n');
}

/** The buyer's page for the demo event. */
function mapAddress(baseUrl: string, { eventId, publicKey }: DemoKeys): string {
  return `${baseUrl}/map/?event=${eventId}&key=${publicKey}`;
}

/** Replaces the file atomically. */
async function writeDemoFile(dataDir: string, baseUrl: string, keys: DemoKeys): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, fileName);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify({ baseUrl, ...keys }, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, path);
}

async function readDemoFile(dataDir: string): Promise<DemoKeys | null> {
  const demo = await readDemo(dataDir);
  if (demo === null) return null;
  const { baseUrl: _, ...keys } = demo;
  return keys;
}

/** Finds the id of the demo event. Only the embedded database has a demo with a file. */
export function demoEventOf({ DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>) {
  let eventId: string | null = null;
  return async (): Promise<string | null> => {
    if (DATABASE_URL !== undefined) return null;
    eventId ??= (await readDemo(DATA_DIR))?.eventId ?? null;
    return eventId;
  };
}

/** The demo of this data directory with the address of its service; null: there is none. */
export async function readDemo(dataDir: string): Promise<(DemoKeys & { readonly baseUrl: string }) | null> {
  const path = join(dataDir, fileName);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${path} is not JSON: remove it to get a new demo at the next start`);
  }
}
