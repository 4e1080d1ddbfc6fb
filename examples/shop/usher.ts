/**
 * The calls to Usher that a shop's server makes: exchange the buyer's code, read the session, confirm or cancel it, and
 * the names of seats. The ids of sessions are credentials of buyers: they stay on this server.
 */
import {
  type Change,
  type Client,
  type components,
  createClient,
  dataOf,
  isProblem,
  ProblemError,
  verifyWebhook,
  type WebhookHeaders,
} from 'usher/client';
import type { Contents, Line } from './orders.ts';
import type { UsherSettings } from './settings.ts';
import { texts } from './texts.ts';

type PrivateSession = components['schemas']['PrivateSession'];
export type Face = components['schemas']['EventFace'];

export interface Session extends Contents {
  readonly state: PrivateSession['state'];
  readonly secondsLeft: number;
}

/** `refused`: Usher will never confirm it. An answer that is neither rejects: nothing is known, so ask again. */
export type Confirmation = 'confirmed' | 'refused';

/** A call must not hold a buyer's page for long: what is left undone is done later. */
const timeoutMs = 10_000;
/** The client repeats calls by itself; the rest is done by the next look for unfinished orders. */
const retry = { attempts: 3, pauseMsMax: 2_000 };

export class Usher {
  readonly settings: UsherSettings;
  readonly #client: Client;
  #names: ReadonlyMap<string, string> | null = null;

  constructor(settings: UsherSettings) {
    this.settings = settings;
    this.#client = createClient({ baseUrl: settings.url, apiKey: settings.apiKey, retry });
  }

  /**
   * The session of a code that a buyer has brought. Null: it is unknown, was used, or is older than ten minutes. The key
   * follows from the code, so a reload, or a repetition of a lost answer, gets the same session again.
   */
  async exchange(code: string): Promise<string | null> {
    const { data, problem } = await this.#client.POST('/api/private/v2.0/checkout-codes/{code}', {
      params: { path: { code } },
      headers: { 'Idempotency-Key': `exchange-${code}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (isProblem(problem, 'ENTITY_NOT_FOUND')) return null;
    if (problem !== undefined) throw new ProblemError(problem);
    return data.id;
  }

  async session(id: string): Promise<Session> {
    const params = { path: { id } };
    const signal = AbortSignal.timeout(timeoutMs);
    const session = dataOf(await this.#client.GET('/api/private/v2.0/session/{id}', { params, signal }));
    const { state, amount = null, currency = null, expiresAt, expiresInSeconds: secondsLeft } = session;
    return { state, amount, currency, expiresAt, secondsLeft, lines: await this.#lines(session.cart) };
  }

  /**
   * Confirms the seats, also of a session that has expired, if they are still free: docs/late-payments.md. Repeating it is
   * safe: a confirmed session answers as before. Only these codes are final; a wrong key or a full service is not.
   */
  async confirm(id: string, reference: string, way: string): Promise<Confirmation> {
    const { problem } = await this.#client.POST('/api/private/v2.0/session/{id}/confirm', {
      params: { path: { id } },
      body: { reference, properties: { channel: 'web', payment: way }, reclaim: true },
      headers: { 'Idempotency-Key': `confirm-${reference}-${way}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (problem === undefined) return 'confirmed';
    const isFinal =
      isProblem(problem, 'SESSION_DEAD') ||
      isProblem(problem, 'SEAT_CONFLICT') ||
      isProblem(problem, 'REFERENCE_TAKEN');
    if (!isFinal) throw new ProblemError(problem);
    return 'refused';
  }

  /** Gives the seats back. A session that is over holds none. */
  async cancel(id: string): Promise<void> {
    const { problem } = await this.#client.POST('/api/private/v2.0/session/{id}/cancel', {
      params: { path: { id } },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (problem !== undefined && !isProblem(problem, 'SESSION_DEAD')) throw new ProblemError(problem);
  }

  /** What is on, where and when. */
  async face(): Promise<Face> {
    const { event: eventId, publicKey } = this.settings;
    const params = { path: { eventId }, query: { publicKey } };
    const signal = AbortSignal.timeout(timeoutMs);
    return dataOf(await this.#client.GET('/api/public/v2.0/event/{eventId}/face/', { params, signal }));
  }

  /** The session that a webhook is about; null: about something else. Rejects when the signature is wrong. */
  async sessionIn(secret: string, headers: WebhookHeaders, body: Buffer): Promise<string | null> {
    const change = (await verifyWebhook({ secret, headers, body })) as unknown as Change;
    return change.type.startsWith('session.') ? (change.data as PrivateSession).id : null;
  }

  async #lines({ seats, groupOfSeats: areas }: PrivateSession['cart']): Promise<Line[]> {
    const lines = [
      ...seats.map((line) => ({ ...line, key: seatKey(line.id), count: 1 })),
      ...areas.map((line) => ({ ...line, key: areaKey(line.id), count: line.capacity })),
    ];
    const names = await this.#namesOf(lines.map(({ key }) => key));
    return lines.map(({ key, count, ticketTypeName, priceName, amount = null, currency = null }) => {
      return {
        place: names.get(key) ?? texts.unnamedPlace,
        ticket: ticketTypeName ?? priceName,
        count,
        amount,
        currency,
      };
    });
  }

  /** Kept, because a layout is large and changes rarely. It is read again when a seat is missing. */
  async #namesOf(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const known = this.#names;
    if (known !== null && keys.every((key) => known.has(key))) return known;
    const { event: id } = this.settings;
    const { schemaId } = dataOf(await this.#client.GET('/api/private/v2.0/events/{id}', { params: { path: { id } } }));
    const params = { path: { id: schemaId } };
    const { sections } = dataOf(await this.#client.GET('/api/private/v2.0/schemas/{id}/layout/', { params }));
    const names = new Map<string, string>();
    for (const section of sections) {
      names.set(areaKey(section.id), section.name);
      for (const row of section.rows) {
        for (const seat of row.seats) names.set(seatKey(seat.id), texts.seat(section.name, row.name, seat.name));
      }
    }
    this.#names = names;
    return names;
  }
}

const seatKey = (id: number): string => `seat ${id}`;
const areaKey = (id: number): string => `area ${id}`;
