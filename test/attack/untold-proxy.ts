/**
 * Attack on a service that was not told of its proxy: every call names another client in X-Forwarded-For. The service is
 * one of its own, whose limit is small enough to be reached within seconds.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { Client, type Reply } from '../../bench/stand/client.ts';
import { Service } from '../../bench/stand/service.ts';
import { type Attack, usualBounds } from './attack.ts';
import { MemoryWatch, residentMb } from './measurements.ts';
import { settings } from './target.ts';

const addresses = 5;
const sessionsMax = Number(settings.SESSIONS_PER_ADDRESS_PER_MINUTE) * addresses;
const atOnce = 64;

export const untoldProxy: Attack = {
  name: 'untold-proxy',
  bounds: usualBounds,
  isQuick: false,
  async run(_target, size) {
    const calls = size === 'full' ? 20_000 : 4000;
    const { TRUST_PROXY: _told, ...others } = settings;
    const service = await Service.start({ ...others, UNKNOWN_PROXY_ADDRESSES: String(addresses) });
    try {
      const startedAt = performance.now();
      const beforeMb = await residentMb(service.pid);
      const memory = new MemoryWatch(service.pid);
      const replies = await createMany(service, calls);
      await memory.stop();
      const minutes = (performance.now() - startedAt) / 60_000;
      const made = replies.filter(({ status }) => status === 201).length;
      const limited = replies.filter(({ status }) => status === 429).length;
      const allowed = Math.ceil(sessionsMax * (1 + minutes) + 1);
      const grownMb = Math.round(memory.peakMb - beforeMb);
      return {
        tried: `${calls} sessions, each with an invented X-Forwarded-For: ${made} × 201, ${limited} × 429; memory +${grownMb} MB`,
        faults: [
          ...(made > allowed ? [`${made} sessions were created, not ${allowed}`] : []),
          ...(made + limited === calls ? [] : [`${calls - made - limited} answers were neither 201 nor 429`]),
          ...(grownMb > memoryMbMax ? [`memory grew by ${grownMb} MB, not ${memoryMbMax}`] : []),
        ],
      };
    } finally {
      await service.dispose();
    }
  },
};

/** The service has just started: any load takes some memory once. */
const memoryMbMax = 400;

async function createMany(service: Service, calls: number): Promise<Reply[]> {
  const { eventId, publicKey } = await service.demo();
  const client = new Client(service.baseUrl, {}, atOnce);
  const create = (): Promise<Reply> => {
    const address = `${randomInt(1, 224)}.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': address };
    return client.send({ method: 'POST', path: '/api/public/v2.0/session/', body: { eventId, publicKey }, headers });
  };
  const replies: Reply[] = [];
  for (let done = 0; done < calls; done += atOnce) {
    replies.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, calls - done) }, create))));
  }
  client.close();
  return replies;
}
