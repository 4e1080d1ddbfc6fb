/**
 * The usual design with Redis: Koa, and for every call one Lua script over two hashes, a seat map per event and a cart
 * per session, in a Redis that syncs its append-only file before it answers. One connection with automatic pipelining;
 * scripts are called by their hash. It skips validation, limits, metrics, prices, payment and idempotency.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import Koa from 'koa';
import { announce } from './announcement.ts';
import { holdScript, unholdScript } from './hold-scripts.ts';
import { readJson } from './json-body.ts';

interface Body {
  readonly eventId?: string;
  readonly seats?: readonly number[];
}

/** Fields and values of the cart's hash in turn; null: refused. */
type Cart = readonly string[] | null;

type Script = (eventKey: string, cartKey: string, session: string, ...seats: number[]) => Promise<Cart>;

const holdSeconds = 86_400;

const redis = new Redis(process.env.REDIS_URL!, { enableAutoPipelining: true, lazyConnect: true });
redis.defineCommand('hold', { numberOfKeys: 2, lua: holdScript });
redis.defineCommand('unhold', { numberOfKeys: 2, lua: unholdScript });
const scripts = redis as unknown as { readonly hold: Script; readonly unhold: Script };

/** The event of each session; every session was created by this process. */
const events = new Map<string, string>();

async function create({ eventId = '' }: Body): Promise<object> {
  const id = randomUUID();
  events.set(id, eventId);
  await redis.multi().hset(`cart:${id}`, 'event', eventId).expire(`cart:${id}`, holdSeconds).exec();
  return present(id, []);
}

async function change(name: 'hold' | 'unhold', id: string, { seats = [] }: Body): Promise<object | null> {
  const cart = await scripts[name](`seats:${events.get(id)}`, `cart:${id}`, id, ...seats);
  return cart === null ? null : present(id, cart);
}

function present(id: string, cart: readonly string[]): object {
  const seats: object[] = [];
  for (let at = 0; at < cart.length; at += 2) {
    if (cart[at] !== 'event') seats.push({ id: Number(cart[at]), price: cart[at + 1] });
  }
  const eventId = events.get(id);
  return { sessionId: id, eventId, state: 'ACTIVE', cart: { seats, groupOfSeats: [] }, serverTime: new Date() };
}

const app = new Koa();
app.use(async (ctx) => {
  const [id = '', verb = ''] = ctx.path.split('/').slice(5);
  const body = (await readJson(ctx.req)) as Body;
  const answer = id === '' ? await create(body) : await change(verb === 'lock' ? 'hold' : 'unhold', id, body);
  if (answer === null) ctx.status = 409;
  else ctx.body = answer;
});
await redis.connect();
announce(createServer(app.callback()));
