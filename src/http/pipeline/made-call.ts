/**
 * One call of a route: what the handler gets. Made when the caller is known and the parameters are checked; the body and
 * the claim of the key follow. Owns nothing that outlives the call.
 */
import type { Author } from '#domain/author.ts';
import type { RequestKey } from '#domain/call-context.ts';
import type { Claim } from '#storage/catalog/call-records.ts';
import type { Role } from '#storage/catalog/roles.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { LargeBody } from '../limits/large-bodies.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Caller } from './caller.ts';
import type { Exchange } from './exchange.ts';
import type { RouteRequest } from './route.ts';

export interface CallParts {
  readonly limits: RequestLimits;
  /** Null: a service without a database. */
  readonly records: { readonly unkeyed: CallChanges } | null;
}

export interface ReadBody {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

export const noBody: ReadBody = { value: undefined, bytes: new Uint8Array(0) };

export class Call implements RouteRequest<unknown, unknown, unknown> {
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  body: unknown = undefined;
  readonly organizationId: number;
  readonly tenantId: number;
  readonly accountId: number;
  readonly by: Author | null;
  readonly role: Role | null;
  readonly visibleEvents: readonly string[] | null;
  rawBody: Uint8Array = noBody.bytes;
  requestKey: RequestKey | null = null;
  claim: Claim | null = null;
  /** Its large body, to be left when the call is answered. */
  large: LargeBody | null = null;
  #changes: CallChanges | null;
  readonly #exchange: Exchange;
  readonly #limits: RequestLimits;

  constructor(deps: CallParts, exchange: Exchange, caller: Caller, params: unknown, query: unknown) {
    this.caller = caller;
    this.params = params;
    this.query = query;
    // No organization, no tenant and no account has the id 0.
    this.organizationId = 'organizationId' in caller ? caller.organizationId : 0;
    this.tenantId = caller.kind === 'anonymous' ? 0 : caller.tenantId;
    const person = caller.kind === 'login' ? caller : null;
    this.accountId = person?.accountId ?? 0;
    this.role = person?.role ?? null;
    this.visibleEvents = person?.events ?? null;
    this.by = 'by' in caller ? caller.by : null;
    this.#exchange = exchange;
    this.#limits = deps.limits;
    this.#changes = deps.records?.unkeyed ?? null;
  }

  with({ value, bytes }: ReadBody): this {
    this.body = value;
    this.rawBody = bytes;
    return this;
  }

  /** Of a call that has claimed its key, or that has none and makes its changes together. */
  keyed(claim: Claim | null, changes: CallChanges): this {
    this.claim = claim;
    this.#changes = changes;
    return this;
  }

  get changes(): CallChanges {
    if (this.#changes === null) throw new TypeError('a service without a database changes nothing');
    return this.#changes;
  }

  get clientAddress(): string {
    return this.#limits.addressOf(this.#exchange.req);
  }

  get requestId(): string {
    return this.#exchange.state.requestId;
  }

  get knownAddress(): string | null {
    return this.#limits.knownAddressOf(this.#exchange.req);
  }

  whenGone(listener: () => void): () => void {
    const { clientSocket: client } = this.#exchange.req;
    if (client.destroyed || client.readableEnded) listener();
    client.once('end', listener).once('close', listener);
    return () => client.off('end', listener).off('close', listener);
  }

  get traceparent(): string | undefined {
    return this.#exchange.state.span?.traceparent ?? this.header('traceparent');
  }

  header(name: string): string | undefined {
    const value = this.#exchange.req.headers[name];
    return typeof value === 'string' ? value : undefined;
  }
}
