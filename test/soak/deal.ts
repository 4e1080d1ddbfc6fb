/**
 * The knowledge of a box office about one deal: the seats and places that it has locked or sold, and the one call whose
 * outcome is not known. Every call has an Idempotency-Key of its own, so it may be repeated until it is answered,
 * although most of these calls are not idempotent without one.
 */
import type { Cart } from './history.ts';
import type { KeyedCall } from './sender.ts';

interface KnownDeal extends Cart {
  readonly state: 'NONE' | 'LOCKED' | 'SOLD';
}

export type DealVerb = 'lock' | 'unlock' | 'sale' | 'directsale' | 'revertsale';

export interface DealWrite extends Cart {
  readonly verb: DealVerb;
  readonly key: string;
}

const nothing: KnownDeal = { state: 'NONE', seats: [], places: 0 };

export class Deal {
  readonly eventId: string;
  readonly key: string;
  known = nothing;
  pending: DealWrite | null = null;
  /** The last call that was done, to be repeated by an audit. */
  done: DealWrite | null = null;
  /** True when an audit saw that the pending call took effect: then its repetition must say so. */
  hasTakenEffect = false;
  #keys = 0;

  constructor(eventId: string, key: string) {
    this.eventId = eventId;
    this.key = key;
  }

  /** Begins a call on these seats and places. */
  begin(verb: DealVerb, { seats, places }: Cart): DealWrite {
    this.pending = { verb, seats, places, key: `${this.key}-${this.#keys++}` };
    return this.pending;
  }

  /** The pending call was answered. */
  end(isDone: boolean): void {
    if (isDone) {
      this.known = this.#after();
      this.done = this.pending;
    }
    this.pending = null;
    this.hasTakenEffect = false;
  }

  /** The states that the service may show. */
  expected(): readonly KnownDeal[] {
    return this.pending === null ? [this.known] : [this.known, this.#after()];
  }

  #after(): KnownDeal {
    if (this.pending === null) return this.known;
    const { verb, seats, places } = this.pending;
    if (verb === 'unlock' || verb === 'revertsale') return nothing;
    return { state: verb === 'lock' ? 'LOCKED' : 'SOLD', seats, places };
  }
}

/** The request of a deal's call. A lock has no deadline. */
export function dealCall({ verb, seats, places, key }: DealWrite, of: DealPlace): KeyedCall {
  const { eventId, areaId, token } = of;
  const options = {
    params: { query: { eventId } },
    body: {
      seats: seats.map((id) => ({ id })),
      groupOfSeats: areaId === null || places === 0 ? [] : [{ id: areaId, capacity: places }],
      ...(verb === 'lock' ? { holdType: 'RESERVED' } : {}),
    },
    headers: { 'X-API-Key': token, 'Idempotency-Key': key },
  };
  const name = `the box office's ${verb}`;
  switch (verb) {
    case 'lock':
      return { name, by: (client) => client.POST('/api/private/v2.0/booking/lock', options) };
    case 'unlock':
      return { name, by: (client) => client.POST('/api/private/v2.0/booking/unlock', options) };
    case 'sale':
      return { name, by: (client) => client.POST('/api/private/v2.0/booking/sale', options) };
    case 'directsale':
      return { name, by: (client) => client.POST('/api/private/v2.0/booking/directsale', options) };
    case 'revertsale':
      return { name, by: (client) => client.POST('/api/private/v2.0/booking/revertsale', options) };
  }
}

interface DealPlace {
  readonly eventId: string;
  readonly areaId: number | null;
  /** Organization token. */
  readonly token: string;
}
