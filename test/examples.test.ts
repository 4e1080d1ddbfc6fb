/** The examples of the documentation run as they are printed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../bench/stand/free-port.ts';
import { examplesOf, inPlaceOf, runExample, type Shell } from './support/documentation.ts';
import { feedSettled } from './support/feed-calls.ts';
import { passCalls, passKeysPath } from './support/pass-calls.ts';
import { openPricedShow, startTestService, type TestService } from './support/service.ts';
import { outcomeOf, rowsHall, sessionCalls, succeeded } from './support/session-calls.ts';
import { webhookCalls } from './support/webhook-calls.ts';

let service: TestService;
let receiver: ChildProcess | null = null;

afterEach(async () => {
  receiver?.kill();
  if (receiver !== null) await once(receiver, 'exit');
  receiver = null;
  await service.close();
});

test('the receiver of webhooks accepts what the service signs, once, and refuses anything else', async () => {
  service = await startTestService({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  // The receiver refuses signatures that are older than five minutes by its own clock.
  service.clock.advance(Date.now() - service.clock.now());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const calls = webhookCalls(service);
  const { id, secret } = await calls.create(url);
  const example = new URL('../docs/examples/webhook-receiver.ts', import.meta.url).pathname;
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
  receiver = spawn(process.execPath, [example], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: receiver.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('listening');
  expect(await calls.call('POST', `${id}/test`)).toMatchObject({ delivered: true, status: 204 });
  expect((await lines.next()).value).toContain(`webhook.test {"webhookId":${id}}`);
  const forged = await fetch(url, { method: 'POST', headers: { 'webhook-id': 'x' }, body: '{"id":"x"}' });
  expect(forged.status).toBe(401);
});

test('the signer of passes makes passes that admit, with a secret and with a key pair', async () => {
  service = await startTestService();
  // The signer reads its own clock.
  service.clock.advance(Date.now() - service.clock.now());
  const show = await openPricedShow(service, rowsHall);
  const calls = passCalls(service, show);
  await calls.setMode('PASS');
  const put = async (body: object) =>
    succeeded(await service.call('PUT', passKeysPath, { key: service.catalog.organization.token, body })).body;
  const { secret } = await put({ kid: 'shop', algorithm: 'HS256' });
  const pair = generateKeyPairSync('ed25519');
  await put({ kid: 'room', algorithm: 'EdDSA', publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }) });
  const privateKey = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const settings of [
    { PASS_KID: 'shop', PASS_SECRET: secret },
    { PASS_KID: 'room', PASS_PRIVATE_KEY: privateKey },
  ]) {
    const example = new URL('../docs/examples/sign-pass.ts', import.meta.url).pathname;
    const env = { ...process.env, ...settings };
    const { stdout } = await promisify(execFile)(process.execPath, [example, show.eventId, 'buyer-17'], { env });
    const answer = await calls.enter(stdout.trim());
    expect([outcomeOf(answer), answer.body.maxSeats]).toEqual(['201', 4]);
  }
});

/** Runs TypeScript of the documentation in the folder of the project, where `usher/client` is known by its name. */
const runScript = (script: string, env: Readonly<Record<string, string>> = {}): Shell =>
  runExample('exec node --disable-warning=ExperimentalWarning --input-type=module-typescript -e "$SCRIPT"', {
    ...env,
    SCRIPT: script,
  });

test('the purchase of the README runs with the client', async () => {
  service = await startTestService();
  const { eventId } = await openPricedShow(service, rowsHall);
  const { publicKey, token: organizationToken } = service.catalog.organization;
  const folder = await mkdtemp(join(tmpdir(), 'usher-purchase-'));
  const demo = join(folder, 'demo.json');
  await writeFile(demo, JSON.stringify({ baseUrl: service.url, eventId, publicKey, organizationToken }));
  const [script = ''] = await examplesOf('README.md', 'ts');
  expect(script.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(12);
  await using purchase = runScript(inPlaceOf(script, { '.data/demo.json': demo }));
  expect([await purchase.ended, purchase.output()]).toEqual([0, expect.stringMatching(/^CONFIRMED \[/)]);
  await rm(folder, { recursive: true });
});

test('the calls of the README can be made again and again', async () => {
  service = await startTestService();
  const { eventId } = await openPricedShow(service, rowsHall);
  const { publicKey, token: organizationToken } = service.catalog.organization;
  const folder = await mkdtemp(join(tmpdir(), 'usher-calls-'));
  const demo = join(folder, 'demo.json');
  await writeFile(demo, JSON.stringify({ baseUrl: service.url, eventId, publicKey, organizationToken }, null, 2));
  const [, script = ''] = await examplesOf('README.md', 'sh');
  for (let time = 0; time < 2; time++) {
    await using purchase = runExample(inPlaceOf(script, { '.data/demo.json': demo }));
    expect([await purchase.ended, purchase.output()]).toEqual([0, expect.stringContaining('"state":"CONFIRMED"')]);
  }
  await rm(folder, { recursive: true });
});

test('the client’s documentation lists events, follows a live map and reads the feed', async () => {
  service = await startTestService();
  const { eventId, seats } = await openPricedShow(service, rowsHall);
  const { publicKey, token } = service.catalog.organization;
  const scripts = (await examplesOf('docs/client.md', 'ts')).map((script) =>
    inPlaceOf(script, { 'http://127.0.0.1:8080': service.url }),
  );
  expect(scripts).toHaveLength(3);
  const [list, seatsOf, feed] = scripts as [string, string, string];
  const env = { ORGANIZATION_TOKEN: token };
  await using listed = runScript(list, env);
  await using followed = runScript(`const eventId = '${eventId}', publicKey = '${publicKey}';\n${seatsOf}`);
  await using fed = runScript(feed, env);
  expect([await listed.ended, listed.output()]).toEqual([0, `${eventId} Show\n`]);
  await followed.printed(`${seats.length} seats can be booked`);
  const calls = sessionCalls(service, { eventId, seats, schemaId: 0, areas: [], prices: [] });
  const id = await calls.open([seats[0] as number]);
  await followed.printed(`taken [ ${seats[0]} ]`);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id));
  await feedSettled(service);
  await fed.printed('session.confirmed');
});
