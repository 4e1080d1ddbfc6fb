/** The examples of the documentation run as they are printed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../bench/stand/free-port.ts';
import { startTestService, type TestService } from './support/service.ts';
import { webhookCalls } from './support/webhook-calls.ts';

let service: TestService;
let receiver: ChildProcess;

afterEach(async () => {
  receiver.kill();
  await once(receiver, 'exit');
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
