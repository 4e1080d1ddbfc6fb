/**
 * Study: how fast a webhook catches up. Many changes wait for a receiver that holds its answers back; then it answers at
 * once, and the time is measured until it was sent as many different ids as there are changes. Soak and drill check that
 * each change arrives under one id.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { median } from '../reporting/statistics.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import { Client } from '../stand/client.ts';
import { processorSeconds } from '../stand/processor.ts';
import { Service } from '../stand/service.ts';
import type { ApartDefinition, StudyAsked } from './definition.ts';
import { atLeast, type Study } from './study.ts';

const goalPerSecond = 1_000;
const callsAtOnce = 32;
const api = '/api/private/v2.0/';

interface Pass {
  readonly deliveries: number;
  readonly perSecond: number;
  /** Of the service, without PostgreSQL's; NaN where the system does not tell. */
  readonly processorMicroseconds: number;
}

export const webhooks: ApartDefinition = {
  kind: 'apart',
  name: 'webhooks',
  about: 'Changes that wait for one webhook, and how many a second a local receiver then gets',
  unit: 'deliveries',
  isEssential: false,
  run: measureWebhooks,
};

async function measureWebhooks(ask: StudyAsked): Promise<Study> {
  const changes = ask.isQuick ? 2_000 : 5_000;
  const service = await Service.start({ WEBHOOKS_ALLOW_PRIVATE: '1' });
  try {
    const passes: Pass[] = [];
    for (let pass = 0; pass < ask.passes; pass++) {
      ask.tell(`pass ${pass + 1}`);
      passes.push(await ask.watch(service, 'webhooks', () => catchUp(service, changes)));
    }
    return present(passes);
  } finally {
    await service.dispose();
  }
}

async function catchUp(service: Service, changes: number): Promise<Pass> {
  const demo = await service.demo();
  const owner = new Client(service.baseUrl, { 'x-api-key': demo.organizationToken }, callsAtOnce);
  const receiver = await openReceiver(changes);
  try {
    const event = await makeEvent(owner, demo, await makeSchema(owner, changes, 0));
    const body = { url: receiver.url, types: ['booking.locked'] };
    const { id } = await owner.demand({ method: 'POST', path: `${api}webhooks/`, body });
    await lockEach(owner, event.eventId, event.seats.slice(0, changes));
    const before = (await processorSeconds(service.pid)) ?? Number.NaN;
    const startedAt = performance.now();
    receiver.release();
    await receiver.complete;
    const seconds = (performance.now() - startedAt) / 1000;
    const spent = ((await processorSeconds(service.pid)) ?? Number.NaN) - before;
    await owner.demand({ method: 'DELETE', path: `${api}webhooks/${id}` });
    return { deliveries: changes, perSecond: changes / seconds, processorMicroseconds: (spent / changes) * 1e6 };
  } finally {
    await receiver.close();
    owner.close();
  }
}

/** One change for each seat. */
async function lockEach(owner: Client, eventId: string, seats: readonly number[]): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let seat = seats[next++]; seat !== undefined; seat = seats[next++]) {
      const body = { seats: [{ id: seat }] };
      await owner.demand({ method: 'POST', path: `${api}booking/lock?eventId=${eventId}`, body });
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
}

/** Holds its answers back until released, and completes when it has so many changes. */
async function openReceiver(changes: number) {
  const ids = new Set<string>();
  const held: (() => void)[] = [];
  let isReleased = false;
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.resume();
    const accept = (): void => {
      response.writeHead(204).end();
      ids.add(String(request.headers['webhook-id']));
      if (ids.size === changes) resolve();
    };
    if (isReleased) accept();
    else held.push(accept);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    complete,
    release: (): void => {
      isReleased = true;
      for (const accept of held) accept();
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function present(passes: readonly Pass[]): Study {
  const rates = passes.map(({ perSecond }) => perSecond);
  const perSecond = median(rates);
  const spent = median(passes.map((pass) => pass.processorMicroseconds));
  const figures = {
    'deliveries a second': perSecond,
    'fewest deliveries a second': Math.min(...rates),
    'processor time of a delivery, µs': Number.isNaN(spent) ? null : spent,
  };
  return {
    title: 'Webhooks',
    about: `${passes[0]?.deliveries} changes that waited for one webhook, until a receiver on this machine has them all.`,
    figures,
    tables: [{ columns: ['figure', 'value'], rows: Object.entries(figures) }],
    plots: [],
    checks: [atLeast('Deliveries a second to one local receiver', perSecond, goalPerSecond)],
  };
}
