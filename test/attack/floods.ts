/** Attacks by the number of calls that look normal: sessions, logins, scrapes. */
import { randomInt, randomUUID } from 'node:crypto';
import { Client, type Reply } from '../../bench/stand/client.ts';
import { type Attack, usualBounds } from './attack.ts';

const flooder = '203.0.113.9';
const sessionsPerMinute = 300;

/** Keeps `atOnce` calls of `act` in flight until the time is over; resolves with the answers. */
async function flood(milliseconds: number, atOnce: number, act: () => Promise<Reply>): Promise<Reply[]> {
  const until = performance.now() + milliseconds;
  const replies: Reply[] = [];
  const one = async (): Promise<void> => {
    while (performance.now() < until) replies.push(await act().catch(() => ({ status: 0, body: null, headers: {} })));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return replies;
}

function statusCounts(replies: readonly Reply[]): string {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status || 'no answer'}`)
    .join(', ');
}

export const sessionFlood: Attack = {
  name: 'session-flood',
  bounds: usualBounds,
  isQuick: true,
  async run(target, size) {
    const seconds = size === 'full' ? 10 : 2;
    const client = new Client(target.service.baseUrl, {}, 64);
    const replies = await flood(seconds * 1000, 64, () => target.createSession(flooder, randomUUID(), client));
    client.close();
    const made = replies.filter(({ status }) => status === 201).length;
    const allowed = Math.ceil(sessionsPerMinute * (1 + (seconds + 1) / 60));
    const refused = replies.filter(({ status }) => status !== 201);
    const unexpected = refused.filter(({ status, body }) => status !== 429 || body?.errorCode !== 'RATE_LIMITED');
    return {
      tried: `sessions created from one address for ${seconds} s: ${statusCounts(replies)}`,
      faults: [
        ...(made > allowed ? [`${made} sessions were created, not ${allowed}`] : []),
        ...(unexpected.length > 0 ? [`${unexpected.length} refusals were not 429 RATE_LIMITED`] : []),
        ...(refused.length === 0 ? ['nothing was refused'] : []),
      ],
    };
  },
};

/** More than the target's limit for sessions that hold nothing. */
const emptySessions = 1500;

export const emptySessionFlood: Attack = {
  name: 'empty-sessions',
  bounds: usualBounds,
  isQuick: false,
  async run(target) {
    const first: Reply = await target.createSession('198.51.100.1');
    const client = new Client(target.service.baseUrl, {}, 64);
    const make = () => target.createSession(randomAddress(), randomUUID(), client);
    let last = first;
    for (let made = 0; made < emptySessions; made += 50) {
      const replies = await Promise.all(Array.from({ length: 50 }, make));
      last = replies.find(({ status }) => status === 201) ?? last;
    }
    client.close();
    const oldest = (await target.readSession(first.body.sessionId)).body?.state;
    const newest = (await target.readSession(last.body.sessionId)).body?.state;
    return {
      tried: `${emptySessions} sessions that hold nothing, each from another address: the oldest is ${oldest}, the newest ${newest}`,
      faults: [
        ...(oldest === 'ACTIVE' ? ['the oldest session that holds nothing was kept'] : []),
        ...(newest === 'ACTIVE' ? [] : ['the newest session was not kept']),
      ],
    };
  },
};

function randomAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** The longest time that a known account may wait for its login. */
const loginMsMax = 5000;

export const loginFlood: Attack = {
  name: 'login-flood',
  bounds: usualBounds,
  isQuick: false,
  async run(target, size) {
    const seconds = size === 'full' ? 8 : 2;
    const atOnce = size === 'full' ? 300 : 150;
    const client = new Client(target.service.baseUrl, {}, atOnce);
    let isNext = 0;
    const invented = () => {
      const account = { username: `${randomUUID()}@example.org`, password: randomUUID() };
      // Half from one address, half from many.
      return target.logIn(account, isNext++ % 2 === 0 ? flooder : randomAddress(), client);
    };
    const flooding = flood(seconds * 1000, atOnce, invented);
    const faults: string[] = [];
    let slowestMs = 0;
    let logins = 0;
    const until = performance.now() + seconds * 1000 - 500;
    while (performance.now() < until) {
      const askedAt = performance.now();
      const { status } = await target.logIn(target.account, `198.51.100.${(logins % 250) + 1}`);
      slowestMs = Math.max(slowestMs, performance.now() - askedAt);
      logins += 1;
      if (status !== 200) faults.push(`a known account was refused with ${status}`);
      await target.makeOrganization().catch((error: Error) => faults.push(error.message));
    }
    const replies = await flooding;
    client.close();
    if (slowestMs > loginMsMax) faults.push(`a known account waited ${Math.round(slowestMs)} ms`);
    const tried = `${atOnce} logins at once with invented names for ${seconds} s (${statusCounts(replies)}); meanwhile ${logins} known ones`;
    return { tried: `${tried}, the slowest in ${Math.round(slowestMs)} ms`, faults: [...new Set(faults)] };
  },
};

const scrapesPerSecond = 300;
const scrapeEveryMs = 20;

export const scrapeFlood: Attack = {
  name: 'scrape-flood',
  bounds: usualBounds,
  isQuick: true,
  async run(target, size) {
    const seconds = size === 'full' ? 5 : 1;
    const operator = new Client(target.service.operationsUrl, {}, 64);
    const scrapes = await scrapesOf(operator, seconds);
    operator.close();
    const stranger = await target.visitor.send({ method: 'GET', path: '/metrics' });
    const unanswered = scrapes.filter(({ status }) => status !== 200).length;
    return {
      tried: `${scrapes.length} scrapes in ${seconds} s on the port for operators (${statusCounts(scrapes)}); on the public port ${stranger.status}`,
      faults: [
        ...(stranger.status === 404 ? [] : ['the public port has metrics']),
        ...(unanswered > 0 ? [`${unanswered} scrapes were not answered`] : []),
      ],
    };
  },
};

async function scrapesOf(operator: Client, seconds: number): Promise<Reply[]> {
  const asked: Promise<Reply>[] = [];
  const perTurn = (scrapesPerSecond * scrapeEveryMs) / 1000;
  await new Promise<void>((resolve) => {
    const asking = setInterval(() => {
      for (let count = 0; count < perTurn; count++) {
        asked.push(
          operator.send({ method: 'GET', path: '/metrics' }).catch(() => ({ status: 0, body: null, headers: {} })),
        );
      }
      if (asked.length < scrapesPerSecond * seconds) return;
      clearInterval(asking);
      resolve();
    }, scrapeEveryMs);
  });
  return await Promise.all(asked);
}
