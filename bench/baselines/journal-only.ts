/**
 * The floor of a durable booking: a socket server with a journal and nothing else. It reads from a request only the kind of
 * the call and the event, and answers bytes that it was given, those of changes once their records are committed. Keeps no
 * rule, no seat and no owner of an event; never compares before it writes. Its table has the shape of the service's journal,
 * and as many calls form a row or wait at most as there, because only then can both have the same overload.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { Client, type QueryConfig } from 'pg';
import { announce } from './announcement.ts';
import { FrameWriter, readFrames } from './frames.ts';
import type { JournaledCall, JournaledCalls } from './journaled-call.ts';

/** A connection of a client, or one that the relay has behind a link. */
interface Caller {
  write(answer: string, encoding: 'latin1'): unknown;
}

interface Waiting {
  readonly caller: Caller;
  readonly answer: string;
  readonly facts: string;
}

interface Journaled {
  readonly number: number;
  seq: number;
  waiting: Waiting[];
}

/** Enough for the method and the part of the path that tells the kind and the event. */
const headBytes = 96;
/** A session id begins with the number of its event in eight hexadecimal digits. */
const eventDigits = 8;
const sessionIdLength = 36;
const sessions = '/session/';
const bookings = '/booking/';
const callsPerRowMax = 512;
const rowsPerStatementMax = 500;
const waitingMax = Number(process.env.WAITING_MAX);
const refusal = Buffer.from(process.env.REFUSAL ?? '', 'base64').toString('latin1');
const calls: JournaledCalls = JSON.parse(process.env.CALLS ?? '{}');
const kinds = new Map<string, JournaledCall>(
  Object.entries(calls).map(([kind, { answer, facts }]) => [
    kind,
    { answer: Buffer.from(answer, 'base64').toString('latin1'), facts },
  ]),
);

const token = randomUUID();
const columns = 'journal (event_number, seq, epoch, token, at, format, facts)';
/** Without arrays PostgreSQL took a third less of a hold (64 connections, one row a statement). */
const appendOne = { name: 'one', text: `INSERT INTO ${columns} VALUES ($1, $2, 1, '${token}', $4, 1, $3)` };
const appendMany = {
  name: 'many',
  text: `
    INSERT INTO ${columns} SELECT event_number, seq, 1, '${token}', $4::int8, 1, facts
    FROM unnest($1::int4[], $2::int8[], string_to_array($3, E'\\n')) AS row (event_number, seq, facts)`,
};
const database = new Client({
  connectionString: process.env.DATABASE_URL,
  options: '-c plan_cache_mode=force_generic_plan -c jit=off',
});
await database.connect();

const events = new Map<number, Journaled>();
/** Events with waiting calls, each once, in the order of their first calls. */
let ready: Journaled[] = [];
let waitingCount = 0;
let isWriting = false;

/** True: its connections are links of a relay. */
const isLinked = process.env.IS_LINKED === 'true';
const server = createServer({ noDelay: true }, (socket) => {
  if (isLinked) serveLink(socket);
  else socket.on('data', (packet: Buffer) => receive(socket, packet.toString('latin1', 0, headBytes)));
  socket.on('error', () => socket.destroy());
});

function serveLink(socket: Socket): void {
  const answers = new FrameWriter(socket);
  readFrames(socket, (client, request) => {
    receive({ write: (answer) => answers.send(client, answer) }, request.slice(0, headBytes));
  });
}

/** One request that has arrived in one packet. */
function receive(caller: Caller, head: string): void {
  const session = head.indexOf(sessions);
  const id = session + sessions.length;
  const kind = kinds.get(kindOf(head, session, id));
  if (kind === undefined) throw new Error(`no call is known for: ${head}`);
  if (kind.facts === null) caller.write(kind.answer, 'latin1');
  else if (waitingCount >= waitingMax) caller.write(refusal, 'latin1');
  else journal(numberOf(head, session, id), { caller, answer: kind.answer, facts: kind.facts });
}

function kindOf(head: string, session: number, id: number): string {
  if (session < 0) {
    const booking = head.indexOf(bookings);
    return booking < 0 ? 'poll' : `box office ${head.slice(booking + bookings.length, head.indexOf('?', booking))}`;
  }
  if (head[id] === ' ') return 'create';
  const verb = id + sessionIdLength + 1;
  return head[verb - 1] === ' ' ? 'read' : head.slice(verb, head.indexOf(' ', verb));
}

/** Calls without a session belong to event 0. */
function numberOf(head: string, session: number, id: number): number {
  return session < 0 || head[id] === ' ' ? 0 : Number.parseInt(head.slice(id, id + eventDigits), 16);
}

function journal(number: number, call: Waiting): void {
  let event = events.get(number);
  if (event === undefined) {
    event = { number, seq: 0, waiting: [] };
    events.set(number, event);
  }
  waitingCount += 1;
  if (event.waiting.push(call) === 1) ready.push(event);
  if (isWriting) return;
  isWriting = true;
  // All calls that this iteration of the event loop reads share the statement.
  setImmediate(write);
}

/**
 * Sends one statement with one row of every waiting event, and answers their calls when it is committed. No other
 * statement is in flight meanwhile: fewer and larger ones cost the least.
 */
function write(): void {
  const rows = ready.slice(0, rowsPerStatementMax);
  const written = rows.map(takeRow);
  ready = ready.slice(rowsPerStatementMax).concat(rows.filter(({ waiting }) => waiting.length > 0));
  void database.query(appendOf(rows, written), (error) => {
    if (error) throw error;
    isWriting = ready.length > 0;
    // The disk writes the next rows while these answers are written to their sockets.
    if (isWriting) write();
    for (const row of written) for (const { caller, answer } of row) caller.write(answer, 'latin1');
  });
}

/** The calls of the event's next row. */
function takeRow(event: Journaled): readonly Waiting[] {
  const { waiting } = event;
  event.seq += 1;
  event.waiting = waiting.length > callsPerRowMax ? waiting.splice(callsPerRowMax) : [];
  waitingCount -= waiting.length;
  return waiting;
}

function appendOf(rows: readonly Journaled[], written: readonly (readonly Waiting[])[]): QueryConfig {
  const [first, ...more] = rows;
  const facts = written.map((row) => `[${row.map((call) => call.facts).join()}]`);
  if (more.length === 0) return { ...appendOne, values: [first!.number, first!.seq, facts[0], Date.now()] };
  const numbers = `{${rows.map(({ number }) => number).join()}}`;
  const seqs = `{${rows.map(({ seq }) => seq).join()}}`;
  return { ...appendMany, values: [numbers, seqs, facts.join('\n'), Date.now()] };
}

announce(server);
