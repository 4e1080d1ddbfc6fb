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
import { readJson } from './json-body.ts';

interface Body {
  readonly eventId?: string;
  readonly seats?: readonly number[];
}

/** Fields and values of the cart's hash in turn; null: refused. */
type Cart = readonly string[] | null;

type Script = (eventKey: string, cartKey: string, session: string, ...seats: number[]) => Promise<Cart>;

const holdSeconds = 86_400;

/** KEYS: seat map, cart. ARGV: session, seats. A cart that does not exist has expired. */
const hold = `
  if redis.call('EXISTS', KEYS[2]) == 0 then return false end
  local seats = {unpack(ARGV, 2)}
  local owners = redis.call('HMGET', KEYS[1], unpack(seats))
  for _, owner in ipairs(owners) do
    if owner and owner ~= ARGV[1] then return false end
  end
  local owned, lines = {}, {}
  for index, seat in ipairs(seats) do
    owned[2 * index - 1], owned[2 * index] = seat, ARGV[1]
    lines[2 * index - 1], lines[2 * index] = seat, '50 EUR'
  end
  redis.call('HSET', KEYS[1], unpack(owned))
  redis.call('HSET', KEYS[2], unpack(lines))
  return redis.call('HGETALL', KEYS[2])`;

const unhold = `
  if redis.call('EXISTS', KEYS[2]) == 0 then return false end
  local mine = {}
  for index = 2, #ARGV do
    if redis.call('HGET', KEYS[1], ARGV[index]) == ARGV[1] then mine[#mine + 1] = ARGV[index] end
  end
  if #mine > 0 then
    redis.call('HDEL', KEYS[1], unpack(mine))
    redis.call('HDEL', KEYS[2], unpack(mine))
  end
  return redis.call('HGETALL', KEYS[2])`;

const redis = new Redis(process.env.REDIS_URL!, { enableAutoPipelining: true, lazyConnect: true });
redis.defineCommand('hold', { numberOfKeys: 2, lua: hold });
redis.defineCommand('unhold', { numberOfKeys: 2, lua: unhold });
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
