/**
 * The calls of the box office for one event. Each one that changes something has a key that the caller keeps, so that a repetition
 * with the same key takes effect once. Rejects as `Service.ask` does.
 */
import type { components } from '../../../client/index.ts';
import type { Desk } from '../desk.ts';

type PublicSession = components['schemas']['PublicSession'];
export type PrivateSession = components['schemas']['PrivateSession'];
export type Cart = PrivateSession['cart'];
export type Wish = components['schemas']['LockSelection'];
export type Selection = Omit<components['schemas']['Selection'], 'bestAvailable'>;
export interface Exchange {
  readonly release: Selection;
  readonly take: Omit<components['schemas']['WantedSelection'], 'bestAvailable'>;
}

/** What a sale knows of its session. */
export interface Held extends Pick<PrivateSession, 'id' | 'state' | 'cart' | 'total'> {
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  /** When it ends, by the clock of this browser; null: it does not. */
  readonly endsAtMs: number | null;
}

/** 128 random bits. `crypto.randomUUID` is missing on pages that came over http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class CounterCalls {
  readonly #service: Desk['service'];
  readonly #eventId: string;

  constructor({ service }: Pick<Desk, 'service'>, eventId: string) {
    this.#service = service;
    this.#eventId = eventId;
  }

  async open(key: string): Promise<Held> {
    const options = { params: { path: { id: this.#eventId } }, body: {}, headers: keyed(key) };
    return heldOf(
      (await this.#service.ask((client) =>
        client.POST('/api/private/v2.0/events/{id}/counter-sessions/', options as never),
      )) as PrivateSession,
    );
  }

  /** Says for whom it holds. */
  async name(id: string, name: string, key: string): Promise<void> {
    const options = { params: { path: { id } }, body: { name }, headers: keyed(key) };
    await this.#service.ask((client) => client.PUT('/api/private/v2.0/session/{id}/properties', options as never));
  }

  /** Holds until then. `heldUntil`: with the offset of its zone. */
  async moveHold(id: string, heldUntil: string, key: string): Promise<void> {
    const options = { params: { path: { id } }, body: { heldUntil }, headers: keyed(key) };
    await this.#service.ask((client) => client.PUT('/api/private/v2.0/session/{id}/hold', options as never));
  }

  async read(id: string): Promise<Held & Pick<PrivateSession, 'reference' | 'properties'>> {
    const params = { path: { id } };
    const read = await this.#service.ask((client) => client.GET('/api/private/v2.0/session/{id}', { params }));
    return { ...heldOf(read), reference: read.reference, properties: read.properties };
  }

  /** A refusal names alternatives. */
  lock(id: string, wish: Wish, key: string): Promise<Held> {
    return this.#change(id, 'lock', { ...wish, suggest: true }, key);
  }

  unlock(id: string, selection: Selection, key: string): Promise<Held> {
    return this.#change(id, 'unlock', selection, key);
  }

  checkOut(id: string, key: string): Promise<Held> {
    return this.#change(id, 'checkout', {}, key);
  }

  async confirm(id: string, reference: string, name: string, key: string): Promise<Held> {
    const body = { reference, ...(name === '' ? {} : { properties: { name } }) };
    const options = { params: { path: { id } }, body, headers: keyed(key) };
    return heldOf(await this.#service.ask((client) => client.POST('/api/private/v2.0/session/{id}/confirm', options)));
  }

  async cancel(id: string, key: string): Promise<void> {
    const options = { params: { path: { id } }, headers: keyed(key) };
    await this.#service.ask((client) => client.POST('/api/private/v2.0/session/{id}/cancel', options));
  }

  async #change(id: string, verb: 'lock' | 'unlock' | 'checkout', body: object, key: string): Promise<Held> {
    const options = { params: { path: { id } }, body, headers: keyed(key) };
    return heldOf(
      await this.#service.ask((client) => client.POST(`/api/public/v2.0/session/{id}/${verb}`, options as never)),
    );
  }
}

export function keyed(key: string): { readonly 'Idempotency-Key': string } {
  return { 'Idempotency-Key': key };
}

type Answered = PrivateSession | PublicSession;

function heldOf(answer: Answered): Held {
  const { state, cart, total, amount, currency, expiresAt, expiresInSeconds } = answer;
  return {
    ...{ id: 'sessionId' in answer ? answer.sessionId : answer.id, state, cart, total, amount, currency },
    endsAtMs: expiresAt === null ? null : Date.now() + expiresInSeconds * 1_000,
  };
}
