/**
 * The calls of the buyer's page, for one event. Every call resolves: a lost connection is the problem `NO_CONNECTION`.
 * Sets no Idempotency-Key and repeats nothing: the client does both.
 */
import { type Answer, type Client, createClient } from '../../client/client.ts';
import { ProblemError } from '../../client/problem.ts';
import { followSeats, type SeatNews } from '../../client/seats.ts';
import type { SchemaObject } from '../shared/plan.ts';
import type { EventUnit } from '../shared/units.ts';
import type { PageAddress } from './address.ts';
import type { Admission, Face, Outcome, Prices, Problem, Session, Ticket, Wish } from './answers.ts';
import { spoken } from './spoken.ts';
import { text } from './texts.ts';

/** The layout, and a tag that changes with it. */
export interface Layout {
  readonly schema: SchemaObject;
  readonly tag: string;
  /** When it was answered; null: not known. */
  readonly date: string | null;
}

type CreatedSession = Session & { readonly maxSeats?: number };

export class BoxOffice {
  readonly #client: Client;
  readonly #eventId: string;
  readonly #publicKey: string;

  constructor({ eventId, publicKey }: PageAddress) {
    // The page is at `map/` below the address of the service, which may have the prefix of a proxy.
    this.#client = createClient({ baseUrl: new URL('..', location.href).href.replace(/\/$/, '') });
    this.#eventId = eventId;
    this.#publicKey = publicKey;
  }

  layout(): Promise<Outcome<Layout>> {
    return outcomeOf(
      () => this.#client.GET('/api/public/v1.0/event/', { params: { query: this.#query } }),
      (schema, { headers }) => ({ schema, tag: headers.get('ETag') ?? '', date: headers.get('Date') }),
    );
  }

  prices(): Promise<Outcome<Prices>> {
    return outcomeOf(
      () => this.#client.GET('/api/public/v1.0/event/prices/', { params: { query: this.#query }, cache: 'no-store' }),
      (prices) => prices as Prices,
    );
  }

  units(): Promise<Outcome<readonly EventUnit[]>> {
    const path = '/api/public/v2.0/event/{eventId}/units/';
    return outcomeOf(
      () => this.#client.GET(path, { params: { path: { eventId: this.#eventId }, query: this.#key } }),
      ({ units }) => units,
    );
  }

  /** The prices and all changes after them. Throws a `ProblemError` for a problem that a repetition cannot solve. */
  follow(onConnection: (isLive: boolean) => void): AsyncGenerator<SeatNews, void, undefined> {
    return followSeats(this.#client, {
      eventId: this.#eventId,
      publicKey: this.#publicKey,
      onConnection: (state) => onConnection(state === 'live'),
    });
  }

  create(pass: string | null): Promise<Outcome<CreatedSession>> {
    const body = { eventId: this.#eventId, publicKey: this.#publicKey, ...(pass === null ? {} : { pass }) };
    return this.#post('/api/public/v2.0/session/', body) as Promise<Outcome<CreatedSession>>;
  }

  read(id: string): Promise<Outcome<Session>> {
    return outcomeOf(
      () => this.#client.GET('/api/public/v2.0/session/{id}', { params: { path: { id } } }),
      (session) => session as Session,
    );
  }

  /** `suggest`: a refusal names alternatives. */
  lock(id: string, wish: Wish): Promise<Outcome<Session>> {
    return this.#post('/api/public/v2.0/session/{id}/lock', { ...wish, suggest: true }, { id });
  }

  unlock(id: string, selection: Pick<Wish, 'seats' | 'groupOfSeats'>): Promise<Outcome<Session>> {
    return this.#post('/api/public/v2.0/session/{id}/unlock', selection, { id });
  }

  /** Gives seats back, with those that are booked together with them. */
  async unlockWhole(id: string, selection: Pick<Wish, 'seats' | 'groupOfSeats'>): Promise<Outcome<Session>> {
    const outcome = await this.unlock(id, selection);
    if (outcome.ok || outcome.problem.errorCode !== 'UNIT_INCOMPLETE') return outcome;
    return this.unlock(id, { ...selection, seats: [...(selection.seats ?? []), ...(outcome.problem.rest ?? [])] });
  }

  checkOut(id: string): Promise<Outcome<Session>> {
    return this.#post('/api/public/v2.0/session/{id}/checkout', {}, { id });
  }

  cancel(id: string): Promise<Outcome<Session>> {
    return this.#post('/api/public/v2.0/session/{id}/cancel', { startOver: true }, { id });
  }

  /** How the event lets buyers create sessions now. */
  admission(): Promise<Outcome<Admission>> {
    const path = '/api/public/v2.0/event/{eventId}/admission/';
    return outcomeOf(
      () => this.#client.GET(path, { params: { path: { eventId: this.#eventId }, query: this.#key } }),
      ({ mode, readOnly }) => ({ mode, closedBecause: readOnly?.reason ?? null }),
    );
  }

  face(): Promise<Outcome<Face>> {
    const path = '/api/public/v2.0/event/{eventId}/face/';
    return outcomeOf(
      () => this.#client.GET(path, { params: { path: { eventId: this.#eventId }, query: this.#key } }),
      (face) => face,
    );
  }

  /** A code that stands for the session in an address. */
  checkoutCode(id: string): Promise<Outcome<string>> {
    return outcomeOf(
      () => this.#client.POST('/api/public/v2.0/session/{id}/checkout-code/', { params: { path: { id } } }),
      ({ code }) => code,
    );
  }

  /** Of a confirmed order; null: it has none. */
  reference(id: string): Promise<Outcome<string | null>> {
    return outcomeOf(
      () => this.#client.GET('/api/public/v2.0/session/{id}/reference/', { params: { path: { id } } }),
      ({ reference }) => reference,
    );
  }

  join(): Promise<Outcome<Ticket>> {
    const params = { path: { eventId: this.#eventId }, query: this.#key };
    return outcomeOf(
      () => this.#client.POST('/api/public/v2.0/event/{eventId}/queue/', { params }),
      (ticket) => ticket as Ticket,
    );
  }

  ticket(ticket: string): Promise<Outcome<Ticket>> {
    const path = { eventId: this.#eventId, ticket };
    return outcomeOf(
      () => this.#client.GET('/api/public/v2.0/event/{eventId}/queue/{ticket}', { params: { path } }),
      (read) => read as Ticket,
    );
  }

  get #query() {
    return { id: this.#eventId, publicKey: this.#publicKey };
  }

  get #key() {
    return { publicKey: this.#publicKey };
  }

  #post(path: SessionPath, body: object, params: object = {}): Promise<Outcome<Session>> {
    return outcomeOf(
      () => this.#client.POST(path, { params: { path: params }, body } as never),
      (session) => session as Session,
    );
  }
}

type SessionPath =
  | '/api/public/v2.0/session/'
  | `/api/public/v2.0/session/{id}/${'lock' | 'unlock' | 'checkout' | 'cancel'}`;

async function outcomeOf<Data, Value>(
  call: () => Promise<Answer<Data>>,
  read: (data: NonNullable<Data>, response: Response) => Value,
): Promise<Outcome<Value>> {
  try {
    const { data, problem, response } = await call();
    if (problem !== undefined) return await refusedBy(problem);
    return { ok: true, value: read(data as NonNullable<Data>, response) };
  } catch (error) {
    return await refusedBy(problemOf(error));
  }
}

/** The page says why, so it waits for its language. Plans and prices do not. */
async function refusedBy(problem: Problem): Promise<{ readonly ok: false; readonly problem: Problem }> {
  await spoken();
  return { ok: false, problem };
}

/** The problem that an error stands for. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  return { errorCode: 'NO_CONNECTION', detail: text('noConnectionText') };
}
