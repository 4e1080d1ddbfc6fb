/**
 * The compact form of the answer to the usual calls of buyers: the session. The node that asked shows it to its client,
 * as it shows its own. A session with members that this form does not carry is sent as JSON; no member is ever left out.
 * The tables name every member, so that a new one does not compile until it is carried or declared to be sent as JSON.
 */

import type { Reply } from '#domain/commands/registry.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import type { Answer } from '#domain/reply.ts';
import type { AreaLine, SeatLine, Session, SessionState } from '#domain/session/session.ts';
import type { PeerReply } from '../ports.ts';
import type { ByteReader } from './byte-reader.ts';
import type { ByteWriter } from './byte-writer.ts';

type SessionReply = Extract<Reply, { readonly kind: 'session' }>;
type Carriage = 'compact' | 'as JSON';

const sessionMembers: Readonly<Record<keyof Session, Carriage>> = {
  id: 'compact',
  ordinal: 'compact',
  state: 'compact',
  seats: 'compact',
  areas: 'compact',
  lost: 'as JSON',
  givenBack: 'compact',
  lastCart: 'as JSON',
  reclaimed: 'as JSON',
  maxSeats: 'as JSON',
  createdAt: 'compact',
  deadline: 'compact',
  reference: 'compact',
  properties: 'compact',
  seq: 'compact',
};

const replyMembers: Readonly<Record<keyof SessionReply, Carriage>> = {
  kind: 'compact',
  eventId: 'compact',
  session: 'compact',
  now: 'compact',
  isNew: 'compact',
  maxSeats: 'compact',
  ttlSeconds: 'compact',
};

const answerMembers: Readonly<Record<keyof Answer | 'reply', Carriage>> = {
  ok: 'compact',
  reply: 'compact',
  timing: 'as JSON',
  isReplay: 'compact',
};

const rareInSessions = rare(sessionMembers);
const rareInReplies = rare(replyMembers);
const rareInAnswers = rare(answerMembers);

function rare<Name extends string>(members: Readonly<Record<Name, Carriage>>): readonly Name[] {
  return (Object.keys(members) as Name[]).filter((name) => members[name] === 'as JSON');
}

export interface SessionAnswer {
  readonly kind: 'answer';
  readonly answer: Extract<Answer, { readonly ok: true }> & { readonly reply: SessionReply };
}

/** Whether the compact form carries all of the reply. */
export function isCompactReply(reply: PeerReply): reply is SessionAnswer {
  if (reply.kind !== 'answer' || !reply.answer.ok || reply.answer.reply.kind !== 'session') return false;
  const { answer } = reply;
  const shown = answer.reply as SessionReply;
  return lacks(answer, rareInAnswers) && lacks(shown, rareInReplies) && lacks(shown.session, rareInSessions);
}

function lacks<Name extends string>(part: { readonly [name in Name]?: unknown }, names: readonly Name[]): boolean {
  for (const name of names) if (part[name] !== undefined) return false;
  return true;
}

const states: readonly SessionState[] = ['ACTIVE', 'PENDING_PAYMENT', 'CONFIRMED', 'CANCELLED', 'EXPIRED'];

/** Which members are present; `false` is a value of its own. */
const parts = {
  isReplay: 1,
  isNew: 2,
  isNotNew: 4,
  maxSeats: 8,
  ttlSeconds: 16,
  deadline: 32,
  reference: 64,
  properties: 128,
  givenBack: 256,
} as const;

/** The prices of one frame, each written once: carts of one event share few. */
export type WrittenPrices = Map<PriceCapture, number>;
export type ReadPrices = PriceCapture[];

export function writeSession(to: ByteWriter, { answer }: SessionAnswer, prices: WrittenPrices): void {
  const { eventId, session, now, isNew, maxSeats, ttlSeconds } = answer.reply;
  const { deadline, reference, properties, givenBack } = session;
  to.word(
    (answer.isReplay === undefined ? 0 : parts.isReplay) |
      (isNew === true ? parts.isNew : 0) |
      (isNew === false ? parts.isNotNew : 0) |
      (maxSeats === undefined ? 0 : parts.maxSeats) |
      (ttlSeconds === undefined ? 0 : parts.ttlSeconds) |
      (deadline === null ? 0 : parts.deadline) |
      (reference === null ? 0 : parts.reference) |
      (properties === null ? 0 : parts.properties) |
      (givenBack === undefined ? 0 : parts.givenBack),
  );
  to.text(eventId);
  to.number(now);
  if (maxSeats !== undefined) to.number(maxSeats);
  if (ttlSeconds !== undefined) to.number(ttlSeconds);
  to.text(session.id);
  to.number(session.ordinal);
  to.byte(states.indexOf(session.state));
  to.number(session.createdAt);
  to.number(session.seq);
  if (deadline !== null) to.number(deadline);
  if (reference !== null) to.text(reference);
  if (properties !== null) to.text(properties);
  if (givenBack !== undefined) writeSeats(to, givenBack);
  writeCart(to, session, prices);
}

/** Throws when the bytes do not come from `writeSession`. */
export function readSession(from: ByteReader, prices: ReadPrices): PeerReply {
  const has = from.word();
  const eventId = from.text();
  const now = from.number();
  const extras = {
    ...((has & parts.isNew) === 0 ? {} : { isNew: true }),
    ...((has & parts.isNotNew) === 0 ? {} : { isNew: false }),
    ...((has & parts.maxSeats) === 0 ? {} : { maxSeats: from.number() }),
    ...((has & parts.ttlSeconds) === 0 ? {} : { ttlSeconds: from.number() }),
  };
  const id = from.text();
  const ordinal = from.number();
  const state = states[from.byte()];
  if (state === undefined) throw new TypeError('an unknown state');
  const session = {
    id,
    ordinal,
    state,
    createdAt: from.number(),
    seq: from.number(),
    deadline: (has & parts.deadline) === 0 ? null : from.number(),
    reference: (has & parts.reference) === 0 ? null : from.text(),
    properties: (has & parts.properties) === 0 ? null : from.text(),
    ...((has & parts.givenBack) === 0 ? {} : { givenBack: readSeats(from) }),
    seats: readSeatLines(from, prices),
    areas: readAreaLines(from, prices),
  };
  const reply: SessionReply = { kind: 'session', eventId, session, now, ...extras };
  const answer: Answer = (has & parts.isReplay) === 0 ? { ok: true, reply } : { ok: true, reply, isReplay: true };
  return { kind: 'answer', answer };
}

function writeSeats(to: ByteWriter, seats: readonly number[]): void {
  to.word(seats.length);
  for (const seat of seats) to.number(seat);
}

function readSeats(from: ByteReader): readonly number[] {
  const seats: number[] = [];
  for (let left = from.word(); left > 0; left--) seats.push(from.number());
  return seats;
}

function writeCart(to: ByteWriter, { seats, areas }: Session, prices: WrittenPrices): void {
  to.word(seats.length);
  for (const { seat, id, price } of seats) {
    to.number(seat);
    to.number(id);
    writePrice(to, price, prices);
  }
  to.word(areas.length);
  for (const { area, id, capacity, price } of areas) {
    to.number(area);
    to.number(id);
    to.number(capacity);
    writePrice(to, price, prices);
  }
}

function readSeatLines(from: ByteReader, prices: ReadPrices): readonly SeatLine[] {
  const lines: SeatLine[] = [];
  for (let left = from.word(); left > 0; left--) {
    lines.push({ seat: from.number(), id: from.number(), price: readPrice(from, prices) });
  }
  return lines;
}

function readAreaLines(from: ByteReader, prices: ReadPrices): readonly AreaLine[] {
  const lines: AreaLine[] = [];
  for (let left = from.word(); left > 0; left--) {
    lines.push({ area: from.number(), id: from.number(), capacity: from.number(), price: readPrice(from, prices) });
  }
  return lines;
}

/** The number of the price in this frame; a price that is new there follows its number. */
function writePrice(to: ByteWriter, price: PriceCapture, prices: WrittenPrices): void {
  const known = prices.get(price);
  to.word(known ?? prices.size);
  if (known !== undefined) return;
  prices.set(price, prices.size);
  to.number(price.id);
  to.text(price.name);
  // No sum is negative.
  to.number(price.cents ?? -1);
}

function readPrice(from: ByteReader, prices: ReadPrices): PriceCapture {
  const number = from.word();
  const known = prices[number];
  if (known !== undefined) return known;
  if (number !== prices.length) throw new TypeError('an unknown price');
  const id = from.number();
  const name = from.text();
  const cents = from.number();
  const price = { id, name, cents: cents < 0 ? null : cents };
  prices.push(price);
  return price;
}
