/**
 * The upper bound: Koa with nothing behind it. Reads and parses the same body as the service does, by hand, and answers
 * a small JSON object. Any cost of the service above this is its own.
 */
import { createServer } from 'node:http';
import Koa from 'koa';
import { announce } from './announcement.ts';
import { readJson } from './json-body.ts';

const app = new Koa();
app.use(async (ctx) => {
  const body = (await readJson(ctx.req)) as { seats?: unknown[] };
  ctx.body = { ok: true, seats: body.seats?.length ?? 0 };
});
announce(createServer(app.callback()));
