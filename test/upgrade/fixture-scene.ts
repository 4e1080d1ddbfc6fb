/**
 * What a release does before its database is kept: an organization with sessions in every state, bookings of its own,
 * events with each kind of entrance, a series, a changed layout, a webhook whose receiver is gone, and calls that are
 * remembered. Uses HTTP alone, and only calls that every release has.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from '../../bench/load/plan.ts';
import { configure, makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import type { Demo } from '../../bench/stand/service.ts';
import { Entrances } from '../soak/entrances.ts';
import type { RememberedCall, Shown } from './fixture.ts';

const api = '/api/private/v2.0';
const publicApi = '/api/public/v2.0';
const seatCount = 300;
const places = 40;
const pollMs = 100;

export class FixtureScene {
  readonly remembered: RememberedCall[] = [];
  readonly #demo: Demo;
  readonly #owner: Client;
  readonly #visitor: Client;
  readonly #sessions: string[] = [];
  readonly #tickets: string[] = [];
  readonly #events: Target[] = [];
  #keys = 0;

  constructor(demo: Demo) {
    this.#demo = demo;
    this.#owner = new Client(demo.baseUrl, { 'x-api-key': demo.organizationToken });
    this.#visitor = new Client(demo.baseUrl);
  }

  /** Everything but what would soon expire. */
  async prepare(): Promise<void> {
    await configure(this.#owner, { holdTypes: { HOUSE: { ttlSeconds: null, validState: 'BLOCKED' } } });
    const hook = { url: 'http://127.0.0.1:9/', types: ['session.confirmed', 'booking.sold'] };
    await this.#post(`${api}/webhooks/`, hook);
    const schemaId = await makeSchema(this.#owner, seatCount, places);
    const entrances = await Entrances.open(this.#owner);
    for (let made = 0; made < 3; made++) {
      this.#events.push(await entrances.assign(await makeEvent(this.#owner, this.#demo, schemaId)));
    }
    const [open, passes, queue] = this.#events as [Target, Target, Target];
    await this.#letExpire(open);
    await this.#buy(open);
    await this.#book(open);
    await this.#create(passes, await entrances.passFor(passes.eventId, 'first'));
    await this.#queueUp(queue);
    await this.#changeLayout(schemaId, open);
    const template = { name: 'Run', templateEventId: await this.#template(schemaId), timeZone: 'Europe/Berlin' };
    const { id } = await this.#post(`${api}/series/`, template);
    const show = { start: '2031-03-01T20:00:00', end: '2031-03-01T22:00:00' };
    await this.#post(`${api}/series/${id}/events/`, show);
  }

  /** A session that waits for its payment, after a restart: its records stand behind the snapshot. */
  async finish(): Promise<void> {
    const [open] = this.#events as [Target];
    await this.#create(open, null, open.seats.slice(-4));
    const pending = await this.#create(open, null, open.seats.slice(-10, -6));
    await this.#visit(pending, 'checkout', {});
  }

  /** The answers that every later version has to give. */
  async show(): Promise<readonly Shown[]> {
    const { content: events } = await this.#read(`${api}/events/?page=0&size=100`);
    const ids = (events as { id: string }[]).map(({ id }) => id);
    const ofEvents = ids.flatMap((id) => [
      `${api}/events/${id}`,
      `${api}/event/${id}/prices/`,
      `${api}/event/${id}/prices/assignments/`,
      `${api}/events/${id}/admission`,
      `${api}/session/?eventId=${id}&limit=200&offset=0`,
    ]);
    const lists = ['venues', 'schemas', 'series', 'webhooks', 'events'].map((name) => `${api}/${name}/`);
    const own = [...lists, ...ofEvents, ...this.#sessions.map((id) => `${api}/session/${id}`)];
    const [, , { eventId }] = this.#events as [Target, Target, Target];
    const tickets = this.#tickets.map((ticket) => `${publicApi}/event/${eventId}/queue/${ticket}`);
    const shown: Shown[] = [];
    for (const path of own) shown.push({ path, isPrivate: true, body: await this.#read(path) });
    for (const path of tickets) shown.push({ path, isPrivate: false, body: await this.#read(path) });
    const { changes } = await this.#read(`${api}/changes/?after=start&limit=1000`);
    return [...shown, { path: `${api}/changes/?after=start&limit=1000`, isPrivate: true, body: { changes } }];
  }

  close(): void {
    this.#owner.close();
    this.#visitor.close();
  }

  async #letExpire(target: Target): Promise<void> {
    const late = await this.#create(target, null, target.seats.slice(0, 2), 2);
    await this.#visit(late, 'checkout', {});
    while ((await this.#read(`${api}/session/${late}`)).state !== 'EXPIRED') await pause(pollMs);
  }

  async #buy(target: Target): Promise<void> {
    const { seats } = target;
    const [bought, released, cancelled, late] = [
      await this.#create(target, null, seats.slice(10, 14), 3),
      await this.#create(target, null, seats.slice(20, 22)),
      await this.#create(target, null, seats.slice(30, 32)),
      await this.#create(target, null, seats.slice(40, 42)),
    ] as const;
    await this.#visitor.demand({
      method: 'POST',
      path: `${publicApi}/session/${bought}/lock`,
      body: { bestAvailable: { count: 2 } },
      headers: { 'Idempotency-Key': this.#newKey() },
    });
    for (const id of [bought, released, late]) await this.#visit(id, 'checkout', {});
    const properties = { seat: 'Größe 😀', nested: [1, { two: null }] };
    await this.#post(`${api}/session/${bought}/confirm`, { reference: 'ORDER-1', properties });
    await this.#post(`${api}/session/${released}/confirm`, { reference: 'ORDER-2' });
    await this.#post(`${api}/session/${released}/release`, {});
    await this.#visit(cancelled, 'cancel', {});
    await this.#post(`${api}/session/${late}/confirm`, { reference: 'ORDER-3', reclaim: true });
    await this.#create(target, null);
  }

  async #book(target: Target): Promise<void> {
    const { seats, areaId } = target;
    const of = (from: number, to: number, capacity = 0) => ({
      seats: seats.slice(from, to).map((id) => ({ id })),
      groupOfSeats: capacity === 0 ? [] : [{ id: areaId, capacity }],
    });
    await this.#remember(target, 'lock', { ...of(50, 54, 4), holdType: 'RESERVED' });
    await this.#remember(target, 'lock', { ...of(60, 64), holdType: 'HOUSE' });
    await this.#remember(target, 'block', of(70, 73));
    await this.#remember(target, 'directsale', of(80, 84, 2));
    await this.#remember(target, 'sale', of(50, 52, 1));
    await this.#remember(target, 'unlock', of(52, 53));
    await this.#remember(target, 'revertsale', of(83, 84));
  }

  async #remember({ eventId }: Target, verb: string, body: unknown): Promise<void> {
    const path = `${api}/booking/${verb}?eventId=${eventId}`;
    const key = this.#newKey();
    const answer = await this.#owner.demand({ method: 'POST', path, body, headers: { 'Idempotency-Key': key } });
    this.remembered.push({ path, key, body, answer });
  }

  /** Some tickets are drawn, one of them opens a session, and the others wait or may enter. */
  async #queueUp(target: Target): Promise<void> {
    const path = `${publicApi}/event/${target.eventId}/queue/`;
    const join = async () => {
      const headers = { 'Idempotency-Key': this.#newKey() };
      const asked = { method: 'POST', path: `${path}?publicKey=${target.publicKey}`, headers } as const;
      this.#tickets.push((await this.#visitor.demand(asked)).ticket);
    };
    for (let joined = 0; joined < 5; joined++) await join();
    const [first] = this.#tickets as [string];
    while ((await this.#read(path + first)).state !== 'ADMITTED') await pause(pollMs);
    await this.#create(target, first);
    await join();
    // Those that come now wait.
    const admission = `${api}/events/${target.eventId}/admission`;
    const closed = { mode: 'QUEUE', opensAt: '2030-01-01T00:00:00Z', ratePerMinute: 1, claimSeconds: 86_400 };
    await this.#owner.attempt({ method: 'PUT', path: admission, body: closed });
    await join();
  }

  /** Two free seats leave the layout of all events on it. */
  async #changeLayout(schemaId: number, { seats }: Target): Promise<void> {
    const login = { username: this.#demo.email, password: this.#demo.password };
    const { token } = await this.#visitor.demand({ method: 'POST', path: '/api/auth/login', body: login });
    await this.#visitor.demand({
      method: 'PUT',
      path: `/api/seatmap/${schemaId}/`,
      body: { seats: seats.slice(150, 152).map((id) => ({ id, toRemove: true })) },
      headers: { authorization: `Bearer ${token}` },
    });
  }

  async #template(schemaId: number): Promise<string> {
    return (await makeEvent(this.#owner, this.#demo, schemaId)).eventId;
  }

  /** A new session with these seats and places; resolves with its id. */
  async #create({ eventId, publicKey, areaId }: Target, pass: string | null, seats: readonly number[] = [], count = 0) {
    const { sessionId } = await this.#visitor.demand({
      method: 'POST',
      path: `${publicApi}/session/`,
      body: { eventId, publicKey, pass },
      headers: { 'Idempotency-Key': this.#newKey() },
    });
    this.#sessions.push(sessionId);
    const groupOfSeats = count === 0 ? [] : [{ id: areaId, capacity: count }];
    if (seats.length + count > 0) await this.#visit(sessionId, 'lock', { seats, groupOfSeats });
    return sessionId as string;
  }

  #visit(sessionId: string, verb: string, body: unknown) {
    return this.#visitor.demand({ method: 'POST', path: `${publicApi}/session/${sessionId}/${verb}`, body });
  }

  #post(path: string, body: unknown) {
    return this.#owner.demand({ method: 'POST', path, body });
  }

  #read(path: string) {
    return this.#owner.demand({ method: 'GET', path });
  }

  #newKey(): string {
    return `fixture-${this.#keys++}`;
  }
}
