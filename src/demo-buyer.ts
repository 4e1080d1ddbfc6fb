/**
 * One buyer of the demo on-sale: waits in the queue, chooses seats, then pays, cancels or leaves the cart. Uses only
 * the public calls, as a browser does. Confirms the purchase with the organization's key, as a shop's server does.
 * Stops when the signal aborts.
 */
import type { Client } from './client/index.ts';

export interface BuyerWorld {
  /** Has no key. Its calls come from an address of the buyer's own. */
  readonly buyer: Client;
  /** Has the organization's key. */
  readonly organization: Client;
  readonly eventId: string;
  readonly publicKey: string;
  readonly signal: AbortSignal;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** `closed`: the event sells no more, or had no seats for this buyer. */
export type BuyerEnd = 'bought' | 'cancelled' | 'left' | 'lapsed' | 'closed';

export interface BuyerOutcome {
  readonly end: BuyerEnd;
  /** The confirmed session; null: nothing was bought. */
  readonly session: string | null;
}

/** The share of buyers who let their ticket lapse. */
const lapsing = 0.08;
/** Of the buyers who hold seats: the shares who pay and who cancel. All others leave their cart. */
const paying = 0.72;
const cancelling = 0.14;
const seatsMax = 4;
const thinkMsMin = 1_500;
const thinkMsMax = 12_000;

/** Resolves when the buyer is done. Rejects when the signal aborts, or when a call is lost at every attempt. */
export async function buy(world: BuyerWorld, name: string): Promise<BuyerOutcome> {
  const ticket = await admittedTicket(world);
  if (ticket === null) return { end: 'closed', session: null };
  if (world.random() < lapsing) return { end: 'lapsed', session: null };
  await think(world);
  const session = await createSession(world, ticket);
  if (session === null) return { end: 'lapsed', session: null };
  await think(world);
  if (!(await holdSeats(world, session))) return { end: 'closed', session: null };
  await think(world);
  const choice = world.random();
  if (choice < paying) return pay(world, session, name);
  if (choice >= paying + cancelling) return { end: 'left', session: null };
  const params = { path: { id: session } };
  await world.buyer.POST('/api/public/v2.0/session/{id}/cancel', { params, body: { startOver: false } });
  return { end: 'cancelled', session: null };
}

/** Joins the queue and waits until the ticket is admitted. Null: it never will be. */
async function admittedTicket({ buyer, eventId, publicKey, signal }: BuyerWorld): Promise<string | null> {
  const path = '/api/public/v2.0/event/{eventId}/queue/';
  const joined = await buyer.POST(path, { params: { path: { eventId }, query: { publicKey } }, signal });
  let shown = joined.data;
  while (shown !== undefined && shown.state === 'WAITING') {
    await buyer.clock.wait(shown.pollSeconds * 1_000, signal);
    const params = { path: { eventId, ticket: shown.ticket }, query: { publicKey } };
    const { data } = await buyer.GET('/api/public/v2.0/event/{eventId}/queue/{ticket}', { params, signal });
    shown = data;
  }
  return shown?.state === 'ADMITTED' ? shown.ticket : null;
}

async function createSession({ buyer, eventId, publicKey, signal }: BuyerWorld, pass: string): Promise<string | null> {
  const { data } = await buyer.POST('/api/public/v2.0/session/', { body: { eventId, publicKey, pass }, signal });
  return data?.sessionId ?? null;
}

/** Holds the best seats together, or fewer where there are no longer so many. Returns false when there are none. */
async function holdSeats({ buyer, signal, random }: BuyerWorld, id: string): Promise<boolean> {
  const params = { path: { id } };
  for (let count = 1 + Math.floor(random() * seatsMax); count > 0; count--) {
    const body = { bestAvailable: { count } };
    const { data, problem } = await buyer.POST('/api/public/v2.0/session/{id}/lock', { params, body, signal });
    if (data !== undefined) return true;
    if (problem.errorCode !== 'NO_SUITABLE_SEATS' && problem.errorCode !== 'ORPHAN_SEATS') return false;
  }
  return false;
}

async function pay(world: BuyerWorld, id: string, reference: string): Promise<BuyerOutcome> {
  const { buyer, organization, signal } = world;
  const params = { path: { id } };
  const checkedOut = await buyer.POST('/api/public/v2.0/session/{id}/checkout', { params, body: {}, signal });
  if (checkedOut.data === undefined) return { end: 'closed', session: null };
  await think(world);
  const body = { reference };
  const { data } = await organization.POST('/api/private/v2.0/session/{id}/confirm', { params, body, signal });
  return data === undefined ? { end: 'left', session: null } : { end: 'bought', session: id };
}

function think({ buyer, signal, random }: BuyerWorld): Promise<void> {
  return buyer.clock.wait(thinkMsMin + random() * (thinkMsMax - thinkMsMin), signal);
}
