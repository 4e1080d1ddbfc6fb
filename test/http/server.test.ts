/** Claims about the server itself: what is not HTTP, and the end. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { samplePrefix as prefix, sampleRoute as route } from '../support/sample-route.ts';
import { sendRaw, serveSample } from '../support/sample-service.ts';

describe('what is sent', () => {
  test('and is not HTTP is 400, and headers without end are 431', async () => {
    await using service = await serveSample([]);
    const received = await sendRaw(service.port, 'hello there\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request[\s\S]*MALFORMED_REQUEST/);
    const huge = await sendRaw(service.port, `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`);
    expect(huge).toMatch(/^HTTP\/1\.1 431/);
  });
});

describe('the end', () => {
  test('waits for open requests, answers them, and closes their connections', async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const waiting = route('GET', `${prefix}/a`, async () => {
      entered.resolve();
      await leave.promise;
      return { status: 200, body: 'late' };
    });
    await using service = await serveSample([waiting]);
    const open = fetch(`${service.url}${prefix}/a`);
    await entered.promise;
    const drained = service.drain(10_000);
    await expect(fetch(`${service.url}/livez`)).rejects.toThrow();
    leave.resolve();
    expect(await (await open).json()).toBe('late');
    await drained;
  });

  test('still answers what is on its way on a connection that was kept, and closes that with the answer', async () => {
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

  test('closes connections that are not in use', async () => {
    await using service = await serveSample([]);
    await (await fetch(`${service.url}/livez`)).text();
    await service.drain(60_000);
  });

  test('does not wait longer than its grace', async () => {
    const entered = Promise.withResolvers<void>();
    const stuck = route('GET', `${prefix}/a`, async () => {
      entered.resolve();
      return new Promise<never>(() => {});
    });
    await using service = await serveSample([stuck]);
    const open = fetch(`${service.url}${prefix}/a`);
    const cut = expect(open).rejects.toThrow();
    await entered.promise;
    await service.drain(50);
    await cut;
  });
});
