/**
 * `npm run demo:onsale`: plays an on-sale of the demo event against a running service, so that the buyers' map and the
 * console have something to show. Sets a queue that opens in a moment, and sends buyers into it. Restores the admission
 * of the event at the end, also after Ctrl-C.
 */
import { parseArgs } from 'node:util';
import { reasonOf } from '#storage/database/log.ts';
import { readSettings } from '#wiring/settings.ts';
import { createClient, dataOf } from './client/index.ts';
import { type DemoKeys, pagesText, readDemo } from './demo.ts';
import { type BuyerEnd, type BuyerWorld, buy } from './demo-buyer.ts';

const usage = `Usage: npm run demo:onsale -- [--buyers 500] [--rate 240] [--clean]
  --buyers   how many buyers come, 1 to 5000
  --rate     tickets that are admitted in a minute, 10 to 6000
  --clean    releases the purchases of this run at its end
The service must be running, and have the demo of its first start. Set DATA_DIR to the same folder as for the service.`;

const opensInMs = 12_000;
const claimSeconds = 20;
const sessionsMax = 200;
/** Buyers come before the queue opens, and during this part of the on-sale. */
const arrivalShare = 0.5;
const reportMs = 10_000;
const releasesAtOnce = 8;

class BadUsage extends Error {}

interface Run {
  readonly demo: DemoKeys & { readonly baseUrl: string };
  readonly buyers: number;
  readonly rate: number;
  readonly isCleaned: boolean;
}

try {
  await play(readArguments(process.argv.slice(2)), await foundDemo());
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}

function readArguments(args: readonly string[]): Omit<Run, 'demo'> {
  const options = {
    buyers: { type: 'string', default: '500' },
    rate: { type: 'string', default: '240' },
    clean: { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    return { buyers: within(values.buyers, 1, 5_000), rate: within(values.rate, 10, 6_000), isCleaned: values.clean };
  } catch (error) {
    throw new BadUsage(`${(error as Error).message}\n${usage}`);
  }
}

function within(text: string, min: number, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new BadUsage(`'${text}' is no whole number from ${min} to ${max}.`);
}

async function foundDemo(): Promise<Run['demo']> {
  const { DATA_DIR } = readSettings(process.env);
  const demo = await readDemo(DATA_DIR);
  if (demo === null) throw new BadUsage(`There is no demo in ${DATA_DIR}: run npm start first.\n${usage}`);
  return demo;
}

async function play(options: Omit<Run, 'demo'>, demo: Run['demo']): Promise<void> {
  const run = { ...options, demo };
  const { baseUrl, organizationToken, eventId } = demo;
  const organization = createClient({ baseUrl, apiKey: organizationToken });
  const params = { path: { id: eventId } };
  const { queue: _, ...before } = dataOf(await organization.GET('/api/private/v2.0/events/{id}/admission', { params }));
  const body = {
    mode: 'QUEUE' as const,
    opensAt: new Date(Date.now() + opensInMs).toISOString(),
    ratePerMinute: run.rate,
    activeSessionsMax: sessionsMax,
    claimSeconds,
  };
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  dataOf(await organization.PUT('/api/private/v2.0/events/{id}/admission', { params, body }));
  process.stdout.write(`${pagesText(baseUrl, demo)}\n${run.buyers} buyers come; Ctrl-C ends it.\n`);
  const bought: string[] = [];
  try {
    await sendBuyers(run, stop.signal, bought);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    dataOf(await organization.PUT('/api/private/v2.0/events/{id}/admission', { params, body: before }));
    if (run.isCleaned) await release(organization, bought);
    process.stdout.write('The admission of the event is restored.\n');
  }
}

/** Resolves when every buyer is done, or the signal aborts. Adds the confirmed sessions to `bought`. */
async function sendBuyers({ demo, buyers, rate }: Run, signal: AbortSignal, bought: string[]): Promise<void> {
  const { baseUrl, organizationToken, eventId, publicKey } = demo;
  const organization = createClient({ baseUrl, apiKey: organizationToken });
  const ends: Record<BuyerEnd, number> = { bought: 0, cancelled: 0, left: 0, lapsed: 0, closed: 0 };
  const arrivalMs = opensInMs + (arrivalShare * 60_000 * buyers) / rate;
  const runName = Date.now().toString(36);
  const report = setInterval(() => process.stdout.write(`${summary(ends, buyers)}\n`), reportMs);
  const one = async (number: number): Promise<void> => {
    const buyer = createClient({ baseUrl, fetch: (request) => fetch(withAddress(request, number)) });
    const world: BuyerWorld = { buyer, organization, eventId, publicKey, signal, random: Math.random };
    await buyer.clock.wait(Math.random() * arrivalMs, signal);
    const { end, session } = await buy(world, `DEMO-${runName}-${number}`);
    ends[end]++;
    if (session !== null) bought.push(session);
  };
  try {
    const all = Array.from({ length: buyers }, (_, number) => one(number));
    const failures = (await Promise.allSettled(all)).filter((outcome) => outcome.status === 'rejected');
    process.stdout.write(`${summary(ends, buyers)}\n`);
    const [first] = failures;
    if (first !== undefined && !signal.aborted) {
      throw new Error(`${failures.length} buyers failed. The first: ${String(first.reason)}`);
    }
  } finally {
    clearInterval(report);
  }
}

/** Gives every buyer an address, as a proxy does: the service lets one address create only a few sessions. */
function withAddress(request: Request, number: number): Request {
  request.headers.set('X-Forwarded-For', `203.0.${number >> 8}.${number & 255}`);
  return request;
}

function summary({ bought, cancelled, left, lapsed, closed }: Record<BuyerEnd, number>, buyers: number): string {
  const unfinished = buyers - bought - cancelled - left - lapsed - closed;
  const ended = `${bought} bought, ${cancelled} cancelled, ${left} left a cart, ${lapsed} let their ticket lapse`;
  return `${ended}, ${closed} found nothing to buy; ${unfinished} have not finished`;
}

async function release(organization: ReturnType<typeof createClient>, sessions: string[]): Promise<void> {
  const count = sessions.length;
  while (sessions.length > 0) {
    const group = sessions.splice(0, releasesAtOnce);
    const path = '/api/private/v2.0/session/{id}/release';
    await Promise.all(group.map((id) => organization.POST(path, { params: { path: { id } } })));
  }
  process.stdout.write(`${count} purchases are released.\n`);
}
