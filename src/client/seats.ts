/**
 * Follows what can be booked on an event, in browsers and on servers. Begins with the prices, goes on with the changes
 * after them, and reads the prices again when the stream asks for that. Survives lost connections, full and stopping
 * nodes. Promises that prices and changes, applied in their order, give the map of some moment.
 */
import type { Client } from './client.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { StreamMessage } from './event-stream.ts';
import type { components } from './openapi.d.ts';

export interface SeatsOptions extends Pick<ConnectionOptions, 'signal' | 'onConnection'> {
  readonly eventId: string;
  /** The organization's public key. */
  readonly publicKey: string;
}

/** What is bookable now: replaces all that was known. `seq`: the event's last change that it includes. */
export interface SeatPrices {
  readonly kind: 'prices';
  readonly seq: number;
  readonly prices: components['schemas']['MapPrices'];
}

/** What has become bookable, and what no longer is. */
export interface SeatChange {
  readonly kind: 'change';
  readonly seq: number;
  /** Ids of seats. */
  readonly freed: readonly number[];
  readonly taken: readonly number[];
  /** Areas, and the places that are bookable there now. */
  readonly areas: readonly (readonly [id: number, places: number])[];
}

export type ClosedCode = 'EVENT_NOT_PUBLISHED' | 'EVENT_ARCHIVED' | 'BOOKING_CLOSED' | 'EVENT_DELETED';

/** Nothing can be booked any more; the last news. */
export interface SeatsClosed {
  readonly kind: 'closed';
  readonly errorCode: ClosedCode;
}

export type SeatNews = SeatPrices | SeatChange | SeatsClosed;

/** The prices that a reset asks for can be a moment late: another node may answer. */
const againMs = 250;

/**
 * The news of an event, from its prices on, until it is closed or the signal aborts. Throws a `ProblemError` for what
 * will not pass, such as an unknown event. A reader that is slower than the changes gets the prices again.
 */
export async function* followSeats(client: Client, options: SeatsOptions): AsyncGenerator<SeatNews, void, undefined> {
  const { eventId, publicKey, signal } = options;
  const connection = new Connection({ clock: client.clock, signal, onConnection: options.onConnection });
  const open = (after: number) =>
    client.open('/api/public/v2.0/event/{eventId}/changes', {
      params: { path: { eventId }, query: { publicKey, after } },
      ...signalOf(signal),
    });
  /** The sequence that the reader knows; null: it must read the prices first. */
  let known: number | null = null;
  let wanted = 0;
  while (!connection.isEnded) {
    if (known === null) {
      const prices = await readPrices(client, options, connection, wanted);
      if (prices === null) continue;
      known = prices.seq;
      yield prices;
    }
    const after: number = known;
    for await (const message of connection.messages(() => open(after))) {
      const news = newsIn(message);
      if (news === null) continue;
      if (news.kind === 'reset') {
        // The stream goes on meanwhile; its changes fit any later prices. If it ends, they are read before the next one.
        known = null;
        wanted = news.seq;
        const prices = await readPrices(client, options, connection, wanted);
        if (prices === null) break;
        known = prices.seq;
        yield prices;
      } else if (news.kind === 'closed') {
        yield news;
        return;
      } else if (known !== null && news.seq >= known) {
        known = news.seq;
        yield news;
      }
    }
  }
}

/** The prices as of this sequence or later; null after a failure, and a pause. */
async function readPrices(
  client: Client,
  { eventId, publicKey, signal }: SeatsOptions,
  connection: Connection,
  wanted: number,
): Promise<SeatPrices | null> {
  const query = { id: eventId, publicKey };
  const read = async () => {
    const answer = await client.GET('/api/public/v1.0/event/prices/', {
      params: { query },
      cache: 'no-store',
      ...signalOf(signal),
    });
    if (answer.problem !== undefined) return answer;
    const seq = Number(answer.response.headers.get('X-Event-Sequence'));
    const prices: SeatPrices = { kind: 'prices', seq, prices: answer.data };
    return { data: prices, response: answer.response };
  };
  while (!connection.isEnded) {
    const prices = await connection.read(read);
    if (prices === null || prices.seq >= wanted) return prices;
    await client.clock.wait(againMs, signal).catch(() => {});
  }
  return null;
}

/** Null: nothing that a reader has to know. */
function newsIn({ event, data }: StreamMessage): SeatChange | SeatsClosed | { kind: 'reset'; seq: number } | null {
  if (event !== 'change' && event !== 'reset' && event !== 'closed') return null;
  return { kind: event, ...JSON.parse(data) };
}

/** `undefined` is no signal to `fetch`. */
function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
