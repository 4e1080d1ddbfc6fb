/** The graceful stop of the HTTP server. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { eventually } from '../../support/eventually.ts';
import { samplePrefix as prefix, sampleRoute as route } from '../../support/sample-route.ts';
import { sendRaw, serveSample } from '../../support/sample-service.ts';

/** To hash them keeps the loop busy for a tenth of a millisecond or longer. */
const busyBytes = Buffer.alloc(200_000);

/** Sends a request over the agent's connection; resolves with the answer's `Connection` once it is complete. */
function answerOver(agent: Agent, port: number, path = '/livez'): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.headers.connection));
    }).on('error', reject);
  });
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isIn = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return !isIn;
}

/** Clients in a thread of their own, which connect while the server's loop is blocked; posts what each received. */
const clientsScript = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const { port, count, connected } = workerData;
  const answers = [];
  let open = 0;
  for (let client = 0; client < count; client++) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /livez HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n');
      if (++open < count) return;
      Atomics.store(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
    let text = '';
    socket.on('data', (bytes) => (text += bytes));
    socket.on('error', ({ code }) => (text += code));
    socket.on('close', () => {
      if (answers.push(text) === count) parentPort.postMessage(answers);
    });
  }
`;

/** A route that waits, and answers when it is left. */
function waitingRoute() {
  const entered = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const waiting = route('GET', `${prefix}/a`, async () => {
    entered.resolve();
    await left.promise;
    return { status: 200, body: 'late' };
  });
  return { waiting, entered: entered.promise, leave: left.resolve };
}

describe('the graceful stop of the HTTP server', () => {
  test('waits for open requests, answers them, and closes their connections', async () => {
    const { waiting, entered, leave } = waitingRoute();
    await using service = await serveSample([waiting]);
    const open = fetch(`${service.url}${prefix}/a`);
    await entered;
    const drained = service.drain(10_000);
    await eventually(() => isRefused(service.port));
    leave();
    const answer = await open;
    expect([await answer.json(), answer.headers.get('connection')]).toEqual(['late', 'close']);
    await drained;
  });

  test('still answers a request on a keep-alive connection, and closes the connection with the answer', async () => {
    await using service = await serveSample([]);
    const kept = connect(service.port, '127.0.0.1');
    const ask = async (): Promise<string> => {
      kept.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      const [answer] = await once(kept, 'data');
      return String(answer);
    };
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [\s\S]*keep-alive/i);
    const drained = service.drain(10_000);
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    await drained;
  });

  test('accepts connections as long as a keep-alive connection is open', async () => {
    await using service = await serveSample([]);
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await answerOver(kept, service.port)).toBe('keep-alive');
    const drained = service.drain(10_000);
    expect(await answerOver(new Agent(), service.port)).toBe('close');
    expect(await answerOver(kept, service.port)).toBe('close');
    await drained;
    expect(await isRefused(service.port)).toBe(true);
  });

  test('answers all clients in the accept queue', async () => {
    await using service = await serveSample([]);
    const calls = Array.from({ length: 64 }, () => sendRaw(service.port, 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'));
    await service.drain(10_000);
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => !/^HTTP\/1\.1 200 [\s\S]*connection: close/i.test(answer))).toEqual([]);
  });

  test('answers all clients in the accept queue although other work never lets the loop rest', async () => {
    await using service = await serveSample([]);
    // Almost as many as the queue can hold: one iteration accepts one of them.
    const count = 508;
    const connected = new Int32Array(new SharedArrayBuffer(4));
    const clients = new Worker(clientsScript, { eval: true, workerData: { port: service.port, count, connected } });
    const answered = once(clients, 'message');
    Atomics.wait(connected, 0, 0);
    let isBusy = true;
    const work = (): void => {
      hash('sha256', busyBytes);
      if (isBusy) setImmediate(work);
    };
    work();
    await service.drain(10_000);
    isBusy = false;
    const [answers] = (await answered) as [string[]];
    expect(answers).toHaveLength(count);
    expect(answers.filter((answer) => !/^HTTP\/1\.1 200 [\s\S]*connection: close/i.test(answer))).toEqual([]);
    await clients.terminate();
  });

  test('closes idle and unused connections', async () => {
    await using service = await serveSample([]);
    const unused = connect(service.port, '127.0.0.1').resume();
    const closed = once(unused, 'close');
    await (await fetch(`${service.url}/livez`)).text();
    await service.drain(60_000);
    await closed;
  });

  test('does not wait longer than its grace period', async () => {
    const { waiting, entered } = waitingRoute();
    await using service = await serveSample([waiting]);
    const open = fetch(`${service.url}${prefix}/a`);
    const cut = expect(open).rejects.toThrow();
    await entered;
    await service.drain(50);
    await cut;
  });
});
