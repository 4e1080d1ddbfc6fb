/**
 * Follows the live stream of an event for the console's map. Only makes the map faster: the map is also read regularly.
 */
import { followSeats } from '../../client/index.ts';
import type { Client } from './service.ts';

export interface Followed {
  readonly eventId: string;
  readonly publicKey: string;
  readonly signal: AbortSignal;
}

export interface SeatEvents {
  /** These seats can be booked now, and those no longer. */
  moved(freed: readonly number[], taken: readonly number[]): void;
  /** Something else has changed: all seats have to be read again. */
  reset(): void;
}

/** Resolves when the event is closed for buyers, cannot be followed, or the signal aborts. Never rejects. */
export async function followEvent(client: Client, { signal, ...event }: Followed, events: SeatEvents): Promise<void> {
  let isFirst = true;
  try {
    for await (const news of followSeats(client, { ...event, signal })) {
      if (news.kind === 'change') events.moved(news.freed, news.taken);
      else if (!isFirst) events.reset();
      isFirst = false;
    }
  } catch {
    // Public sessions may be off, or the event may be a draft.
  }
}
