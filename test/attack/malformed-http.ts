/**
 * Attacks on the protocol: slow and silent clients, huge heads, random bytes, ambiguous framing (request smuggling).
 */
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { statusesOf } from '../support/stuck-clients.ts';
import { type Attack, usualBounds } from './attack.ts';
import { answersTo, closeAll, openUnread } from './raw-connections.ts';

const path = '/api/public/v2.0/session/';

export const slowClients: Attack = {
  name: 'slow-clients',
  bounds: usualBounds,
  isQuick: false,
  async run({ port }, size) {
    const [idle, slow, seconds] = size === 'full' ? [5000, 300, 15] : [500, 50, 2];
    const silent = await openUnread(port, idle);
    const heads = await openUnread(port, slow);
    const bodies = await openUnread(port, slow);
    for (const socket of heads) socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n`);
    for (const socket of bodies)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      );
    for (let second = 0; second < seconds; second++) {
      trickle(heads, `X-${second}: 1\r\n`);
      trickle(bodies, ' ');
      await pause(1000);
    }
    closeAll([...silent, ...heads, ...bodies]);
    return {
      tried: `${idle} connections that say nothing, ${slow} slow heads and ${slow} slow bodies for ${seconds} s`,
      faults: [],
    };
  },
};

function trickle(sockets: readonly Socket[], text: string): void {
  for (const socket of sockets) if (socket.writable) socket.write(text);
}

export const headerFlood: Attack = {
  name: 'header-flood',
  bounds: usualBounds,
  isQuick: true,
  async run({ port }, size) {
    const count = size === 'full' ? 200 : 50;
    const heads = [
      `X: ${'x'.repeat(1_000_000)}\r\n`,
      Array.from({ length: 50_000 }, (_, place) => `X-${place}: 1\r\n`).join(''),
      'X-A: 1\r\n'.repeat(1500),
      `X: ${'x'.repeat(15_000)}\r\n`,
    ];
    const statuses = await allStatuses(count, (place) =>
      answersTo(port, `GET ${path}x HTTP/1.1\r\nHost: x\r\n${heads[place % heads.length]}\r\n`, 3000),
    );
    return { tried: `${count} requests with up to 1 MB of headers: ${statuses.tried}`, faults: statuses.faults };
  },
};

export const garbage: Attack = {
  name: 'garbage',
  bounds: usualBounds,
  isQuick: true,
  async run({ port }, size) {
    const count = size === 'full' ? 1000 : 200;
    const starts = [
      '',
      'GET ',
      `GET ${path}x HTTP/1.1\r\n`,
      `GET ${path}x HTTP/1.1\r\nHost: x\r\n\r\n`,
      '\x16\x03\x01',
      'PRI * HTTP/2.0\r\n\r\n',
    ];
    const statuses = await allStatuses(count, (place) =>
      answersTo(port, starts[place % starts.length] + randomBytes(2000).toString('latin1'), 1000),
    );
    return { tried: `${count} connections with random bytes: ${statuses.tried}`, faults: statuses.faults };
  },
};

/** A second request, hidden in bytes that one interpretation takes for the body of the first. */
const hidden = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
const chunked = `0\r\n\r\n${hidden}`;
/** Header lines that two parsers could frame differently. The hidden request must never be answered. */
const ambiguous: readonly (readonly [lines: string, body: string])[] = [
  [`Content-Length: ${chunked.length}\r\nTransfer-Encoding: chunked`, chunked],
  [`Transfer-Encoding: chunked\r\nContent-Length: ${chunked.length}`, chunked],
  [`Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden],
  [`Content-Length: ${hidden.length}\r\nContent-Length: 0`, hidden],
  [`Content-Length: 0, ${hidden.length}`, hidden],
  [`Content-Length: +0`, hidden],
  [`Content-Length: 0x0`, hidden],
  [`Content-Length : 0`, hidden],
  [`Content-Length: -0`, hidden],
  [`Transfer-Encoding : chunked`, chunked],
  [`Transfer-Encoding: xchunked`, chunked],
  [`Transfer-Encoding: chunked, identity`, chunked],
  [`Transfer-Encoding:\x0bchunked`, chunked],
  [`X: y\nContent-Length: ${hidden.length}\nX: y`, hidden],
  [`X: y\rTransfer-Encoding: chunked`, chunked],
  [`Content-Length: ${chunked.length}\r\nX: y\r\n Transfer-Encoding: chunked`, chunked],
  [`Content-Length: 0\x00`, hidden],
];

export const smuggling: Attack = {
  name: 'smuggling',
  bounds: usualBounds,
  isQuick: true,
  async run({ port }) {
    const faults: string[] = [];
    const statuses = await allStatuses(ambiguous.length, async (place) => {
      const [lines, body] = ambiguous[place]!;
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;
      const answers = await answersTo(port, head + body, 1000);
      if (statusesOf(answers).includes(200)) faults.push(`the hidden request was answered: ${JSON.stringify(lines)}`);
      return answers;
    });
    return {
      tried: `${ambiguous.length} ambiguous requests: ${statuses.tried}`,
      faults: [...statuses.faults, ...faults],
    };
  },
};

/** Calls `ask` so many times, 50 at once; counts the statuses. A status of 500 is a fault. */
async function allStatuses(
  count: number,
  ask: (place: number) => Promise<string>,
): Promise<{ readonly tried: string; readonly faults: readonly string[] }> {
  const counts = new Map<string, number>();
  const one = async (place: number): Promise<void> => {
    const [first = 'no answer', ...others] = statusesOf(await ask(place)).map(String);
    for (const status of [first, ...others]) counts.set(status, (counts.get(status) ?? 0) + 1);
  };
  for (let begun = 0; begun < count; begun += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - begun) }, (_, place) => one(begun + place)));
  }
  const tried = [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
  return { tried, faults: counts.has('500') ? ['a request was answered with 500'] : [] };
}
