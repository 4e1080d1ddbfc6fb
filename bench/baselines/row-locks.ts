/**
 * The usual design with PostgreSQL: Koa, a pool, and for every call one transaction that locks the rows it needs.
 * Written to be fast: named prepared statements, few round trips, rows locked in one order so that nothing deadlocks,
 * answers made of what the transaction has read anyway. It skips validation, limits, metrics, expiry and idempotency.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import Koa from 'koa';
import { Pool, type PoolClient, type QueryResult } from 'pg';
import { announce } from './announcement.ts';
import { readJson } from './json-body.ts';

interface Body {
  readonly eventId?: string;
  readonly seats?: readonly number[];
  readonly reference?: string;
}

interface Session {
  readonly id: string;
  readonly event: string;
  readonly state: string;
  readonly expiresAt: Date;
}

/** 4 to 32 connections were tried on two cores: fewer leave Postgres idle, more only queue inside it. */
const connectionsPerCore = 4;
const holdSeconds = 900;
const active = 'ACTIVE';
const frozen = 'PENDING_PAYMENT';
const statements = {
  create:
    'INSERT INTO session (id, event, state, expires_at) VALUES ($1, $2, $3, now() + make_interval(secs => $4)) RETURNING expires_at AS "expiresAt"',
  session: 'SELECT id, event, state, expires_at AS "expiresAt" FROM session WHERE id = $1 FOR UPDATE',
  seats: 'SELECT id, state, session FROM seat WHERE event = $1 AND id = ANY($2) ORDER BY id FOR UPDATE',
  hold: `UPDATE seat SET state = 'LOCKED', session = $3 WHERE event = $1 AND id = ANY($2) RETURNING id, price`,
  unhold: `UPDATE seat SET state = 'ACTIVE', session = NULL WHERE event = $1 AND id = ANY($2) AND session = $3`,
  freeze:
    'UPDATE session SET state = $2, expires_at = now() + make_interval(secs => $3) WHERE id = $1 RETURNING expires_at AS "expiresAt"',
  cart: 'SELECT id, price FROM seat WHERE session = $1 ORDER BY id FOR UPDATE',
  sell: `UPDATE seat SET state = 'SOLD' WHERE session = $1`,
  confirm: `UPDATE session SET state = 'CONFIRMED', reference = $2 WHERE id = $1`,
} as const;

const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: connectionsPerCore * availableParallelism(),
});

function ask(client: PoolClient | Pool, name: keyof typeof statements, values: unknown[]): Promise<QueryResult> {
  return client.query({ name, text: statements[name], values });
}

class Conflict extends Error {}

async function transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** The session's row, locked until the transaction ends, when it is in the state that the call needs. */
async function lockSession(client: PoolClient, id: string, state: string): Promise<Session> {
  const session = (await ask(client, 'session', [id])).rows[0] as Session | undefined;
  if (session?.state !== state || session.expiresAt.getTime() < Date.now()) throw new Conflict();
  return session;
}

async function create({ eventId }: Body): Promise<object> {
  const id = randomUUID();
  const { rows } = await ask(pool, 'create', [id, eventId, active, holdSeconds]);
  return present({ id, event: eventId!, state: active, expiresAt: rows[0].expiresAt }, []);
}

function lock(id: string, { seats = [] }: Body): Promise<object> {
  return transaction(async (client) => {
    const session = await lockSession(client, id, active);
    const { rows } = await ask(client, 'seats', [session.event, seats]);
    const free = rows.every((row) => row.state === 'ACTIVE' || row.session === id);
    if (!free || rows.length < seats.length) throw new Conflict();
    const held = await ask(client, 'hold', [session.event, seats, id]);
    return present(session, held.rows);
  });
}

function unlock(id: string, { seats = [] }: Body): Promise<object> {
  return transaction(async (client) => {
    const session = await lockSession(client, id, active);
    await ask(client, 'unhold', [session.event, seats, id]);
    return present(session, []);
  });
}

function checkout(id: string): Promise<object> {
  return transaction(async (client) => {
    const session = await lockSession(client, id, active);
    const cart = await ask(client, 'cart', [id]);
    if (cart.rows.length === 0) throw new Conflict();
    const { rows } = await ask(client, 'freeze', [id, frozen, holdSeconds]);
    return present({ ...session, state: frozen, expiresAt: rows[0].expiresAt }, cart.rows);
  });
}

function confirm(id: string, { reference = '' }: Body): Promise<object> {
  return transaction(async (client) => {
    const session = await lockSession(client, id, frozen);
    const cart = await ask(client, 'cart', [id]);
    await ask(client, 'sell', [id]);
    await ask(client, 'confirm', [id, reference]);
    return present({ ...session, state: 'CONFIRMED' }, cart.rows);
  });
}

function present(session: Session, seats: readonly unknown[]): object {
  const { id: sessionId, event: eventId, state, expiresAt } = session;
  return { sessionId, eventId, state, cart: { seats, groupOfSeats: [] }, expiresAt, serverTime: new Date() };
}

const calls: Readonly<Record<string, (id: string, body: Body) => Promise<object>>> = {
  lock,
  unlock,
  checkout,
  confirm,
};

const app = new Koa();
app.use(async (ctx) => {
  const [id = '', verb = ''] = ctx.path.split('/').slice(5);
  const body = (await readJson(ctx.req)) as Body;
  try {
    ctx.body = id === '' ? await create(body) : await calls[verb]!(id, body);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    ctx.status = 409;
  }
});
announce(createServer(app.callback()));
