/**
 * Follows the bookable seats and places of an event, in browsers and on servers. Begins with the prices, continues with
 * the changes after them, and reads the prices again when the stream asks for that. Continues after lost connections,
 * and after refusals of full or stopping nodes. Promises that prices and changes, applied in their order, give the map
 * of one moment.
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

/** All that can be booked now: replaces everything before. `seq`: the last change of the event that is included. */
export interface SeatPrices {
  readonly kind: 'prices';
  readonly seq: number;
  readonly prices: components['schemas']['MapPrices'];
}

/** Seats and places that have become bookable, and those that no longer are. */
export interface SeatChange {
  readonly kind: 'change';
  readonly seq: number;
  /** Ids of seats. */
  readonly freed: readonly number[];
  readonly taken: readonly number[];
  /** Areas with the number of places that are bookable there now. */
  readonly areas: readonly (readonly [id: number, places: number])[];
}

export type ClosedCode = 'EVENT_NOT_PUBLISHED' | 'EVENT_ARCHIVED' | 'BOOKING_CLOSED' | 'EVENT_DELETED';

/** Nothing can be booked any more. Always the last news. */
export interface SeatsClosed {
  readonly kind: 'closed';
  readonly errorCode: ClosedCode;
}

export type SeatNews = SeatPrices | SeatChange | SeatsClosed;

/** The pause before the prices are read again: another node may answer, and may be a moment behind the stream. */
const againMs = 250;

/**
 * The news of an event, beginning with its prices, until the event is closed or the signal aborts. Throws a
 * `ProblemError` for a permanent failure, such as an unknown event. A reader that is slower than the changes gets the
 * prices again.
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
        // The stream goes on meanwhile: its changes fit any later prices. `known` is null until the prices are read, so
        // that they are read before the next stream if this one ends.
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

/** The prices as of this sequence or later. Null after a temporary failure and a pause. */
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

/** The news in a message. Null for messages such as `hello`, which say nothing new. */
function newsIn({ event, data }: StreamMessage): SeatChange | SeatsClosed | { kind: 'reset'; seq: number } | null {
  if (event !== 'change' && event !== 'reset' && event !== 'closed') return null;
  return { kind: event, ...JSON.parse(data) };
}

/** The option `signal` of a call. Left out when it is undefined, which the type of the call does not allow. */
function signalOf(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
