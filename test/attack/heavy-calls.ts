/** Attacks by calls that anybody may make and that cost much: reading a draw, and looking for seats that are hard to find. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client, type Reply } from '../../bench/stand/client.ts';
import { type Attack, usualBounds } from './attack.ts';
import type { Target } from './target.ts';

const api = '/api/private/v2.0';
const sessions = '/api/public/v2.0/session/';
const randomAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** Keeps `atOnce` calls in flight until the time is over; resolves with how often each status was answered. */
async function statusesOf(milliseconds: number, atOnce: number, call: (place: number) => Promise<Reply>) {
  const until = performance.now() + milliseconds;
  const counts = new Map<number, number>();
  const one = async (place: number): Promise<void> => {
    while (performance.now() < until) {
      const { status } = await call(place).catch(() => ({ status: 0 }));
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, place) => one(place)));
  const list = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status || 'no answer'}`);
  return { counts, text: list.join(', ') };
}

const drawn = 1_000;
const untilOpenMs = 8_000;
const drawPaths = new WeakMap<Target, string>();

/** A queue of `drawn` tickets after its draw. */
async function openDraw(target: Target): Promise<void> {
  const { organizationToken, publicKey } = target.demo;
  const owner = new Client(target.service.baseUrl, { 'x-api-key': organizationToken }, 64);
  const { eventId } = await makeEvent(owner, target.demo, await makeSchema(owner, 100, 0));
  const opensAt = new Date(Date.now() + untilOpenMs).toISOString();
  await owner.demand({ method: 'PUT', path: `${api}/events/${eventId}/admission`, body: { mode: 'QUEUE', opensAt } });
  const queue = `/api/public/v2.0/event/${eventId}/queue/?publicKey=${publicKey}`;
  const join = () => {
    const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': randomAddress() };
    return owner.demand({ method: 'POST', path: queue, headers });
  };
  await Promise.all(Array.from({ length: drawn }, join));
  while ((await owner.demand({ method: 'GET', path: queue })).drawnTickets === null) await pause(200);
  owner.close();
  drawPaths.set(target, `/api/public/v2.0/event/${eventId}/draw/?publicKey=${publicKey}`);
}

export const drawReaders: Attack = {
  name: 'draw-readers',
  bounds: usualBounds,
  isQuick: false,
  prepare: openDraw,
  async run(target, size) {
    const atOnce = 400;
    const path = drawPaths.get(target) as string;
    const client = new Client(target.service.baseUrl, {}, atOnce);
    const { counts, text } = await statusesOf(size === 'full' ? 8_000 : 2_000, atOnce, () =>
      client.send({ method: 'GET', path }),
    );
    client.close();
    return {
      tried: `${atOnce} readers of a draw of ${drawn} tickets: ${text}`,
      faults: counts.has(200) ? [] : ['nobody could read the draw'],
    };
  },
};

const rows = 1_000;
const rowSeats = 100;
const rowsPerSection = 50;

interface Hall {
  readonly eventId: string;
  readonly seats: readonly number[];
}

const halls = new WeakMap<Target, Hall>();

/** 100,000 free seats, two of each row accessible; the rows have one of two prices in turn. */
async function openHall(target: Target): Promise<void> {
  const owner = new Client(target.service.baseUrl, { 'x-api-key': target.demo.organizationToken });
  const row = (_: unknown, at: number) => ({
    name: `${at + 1}`,
    seats: Array.from({ length: rowSeats }, (_, x) => ({ name: `${x + 1}`, x, y: at, accessible: x < 2 })),
  });
  const sections = Array.from({ length: rows / rowsPerSection }, (_, at) => ({
    name: `Block ${at + 1}`,
    rows: Array.from({ length: rowsPerSection }, row),
  }));
  const schema = await owner.demand({ method: 'POST', path: `${api}/schemas/`, body: { name: 'Arena', sections } });
  const { eventId, seats } = await makeEvent(owner, target.demo, schema.id);
  const prices = `${api}/event/${eventId}/prices/`;
  const [other] = await owner.demand({ method: 'POST', path: prices, body: [{ id: null, name: '20 EUR', eventId }] });
  const everyOther = seats.filter((_, at) => Math.floor(at / rowSeats) % 2 === 1);
  const body = { seats: everyOther.map((objectId) => ({ objectId, assignmentId: other.id })), groupOfSeats: [] };
  await owner.demand({ method: 'POST', path: `${prices}assignments/`, body });
  owner.close();
  halls.set(target, { eventId, seats });
}

export const greedyWishes: Attack = {
  name: 'greedy-wishes',
  bounds: usualBounds,
  isQuick: false,
  prepare: openHall,
  async run(target, size) {
    const atOnce = 60;
    const { eventId, seats } = halls.get(target) as Hall;
    const { publicKey } = target.demo;
    const client = new Client(target.service.baseUrl, {}, atOnce);
    const open = async (): Promise<string> => {
      const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': randomAddress() };
      return (await client.demand({ method: 'POST', path: sessions, body: { eventId, publicKey }, headers })).sessionId;
    };
    const ids = await Promise.all(Array.from({ length: atOnce }, open));
    const lock = (id: string | undefined, body: object) =>
      client.send({ method: 'POST', path: `${sessions}${id}/lock`, body });
    await lock(ids[0], { seats: seats.slice(10, 11) });
    // Seats of two rows, of which one is taken: no row has both prices.
    const mixture = [...seats.slice(10, 15), ...seats.slice(rowSeats + 10, rowSeats + 15)];
    const bodies = [
      { seats: mixture, suggest: true },
      { bestAvailable: { count: 10, accessible: 9, together: false } },
      { bestAvailable: { count: 9, accessible: 5 } },
    ];
    const { text } = await statusesOf(size === 'full' ? 8_000 : 2_000, atOnce, (place) =>
      lock(ids[place], bodies[randomInt(bodies.length)] as object),
    );
    client.close();
    return { tried: `${atOnce} sessions look for seats that are hard to find among 100,000: ${text}`, faults: [] };
  },
};
