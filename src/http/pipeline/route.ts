/**
 * A route declaration: method, path, caller, schemas, answers and error codes in one place. The router, the validation,
 * the metrics' labels, the OpenAPI document and the tests that walk over all routes are made from it. Handlers
 * neither parse nor catch: they call the domain or the storage and present the outcome.
 */
import type { z } from 'zod';
import type { KeptText } from '#codec/json.ts';
import type { Author } from '#domain/author.ts';
import type { RequestKey } from '#domain/call-context.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { Timing } from '#domain/timing.ts';
import type { Claim } from '#storage/catalog/call-records.ts';
import type { Role } from '#storage/catalog/roles.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { LimitName } from '../limits/request-limits.ts';
import type { StreamSource } from '../server/http-answer.ts';
import type { Access } from './access.ts';
import type { CompressedText } from './compressed-text.ts';
import type { ErrorCode, Problem } from './problem.ts';
import type { HeaderName } from './response-headers.ts';

export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body's bytes as they came; empty except on routes with `rawBody`, whose `body` is undefined. */
  readonly rawBody: Uint8Array;
  /** The organization that the call acts for; only on routes whose `caller` is `organization` or `login`. */
  readonly organizationId: number;
  readonly tenantId: number;
  /** The account that has logged in; only on routes whose `caller` is `login`. */
  readonly accountId: number;
  /** Who calls, as facts keep it; null when nobody has been authenticated for an organization. */
  readonly by: Author | null;
  /** The role of the person who has logged in; null: a key calls. */
  readonly role: Role | null;
  /** The events that the person may see, by id; null: all of them. */
  readonly visibleEvents: readonly string[] | null;
  /**
   * The client's address, as the configured proxies report it; an IPv6 address as its /64. Behind a proxy that is not
   * configured: what the request claims, which is no address.
   */
  readonly clientAddress: string;
  /** The same; null when the client may share it with all others, behind a proxy that is not configured. */
  readonly knownAddress: string | null;
  readonly requestId: string;
  /**
   * Calls the listener once or more when the client has closed its connection, or only its sending side: a call that
   * waits must answer at once then. Returns how to stop listening.
   */
  whenGone(listener: () => void): () => void;
  /** Hashes of the Idempotency-Key and of the whole request; null without a key. */
  readonly requestKey: RequestKey | null;
  /** The right to record the answer; null without a key, and on routes whose answers are recorded elsewhere. */
  readonly claim: Claim | null;
  /** Takes what the handler changes in the catalog; with a key and `transaction`, the record commits with it. */
  readonly changes: CallChanges;
  /** The W3C `traceparent` that the call passes on: of its own span when it is recorded, otherwise as it came. */
  readonly traceparent: string | undefined;
  /** A request header by its lower-case name. */
  header(name: string): string | undefined;
}

/** A success or a problem. */
export type RouteResult = RouteSuccess | RouteFailure;

export interface RouteFailure {
  readonly problem: Problem;
  readonly timing?: Timing;
  readonly isReplay?: true;
}

export interface RouteSuccess {
  readonly status: number;
  /** Sent as JSON; absent: no body, or one that is encoded already. */
  readonly body?: unknown;
  readonly content?: EncodedContent;
  /** Media type of content in pieces; absent: JSON. */
  readonly type?: string;
  /** With content in pieces: what `again` makes the answer from when the call is repeated with its key. */
  readonly again?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long the call waited because the client asked for it: not counted as time to answer. */
  readonly waitedMs?: number;
  /** The timing of the event's answer, where it is measured. */
  readonly timing?: Timing;
  /** The answer of an earlier call with the same idempotency key. */
  readonly isReplay?: true;
}

/**
 * JSON as text; JSON in pieces, when it is too large to be encoded in one turn; a text that is compressed already, for
 * answers that very many callers get; or server-sent events without an end.
 */
export type EncodedContent = string | AsyncIterable<string | Uint8Array> | CompressedContent | StreamSource;

export interface CompressedContent {
  readonly text: CompressedText;
  /** The end of the text for this caller. */
  readonly ending?: Buffer;
  /** Media type; absent: JSON. */
  readonly type?: string;
}

export interface ResponseSpec {
  readonly description: string;
  /** Media type of the body; absent: JSON. */
  readonly type?: string;
  /** Media types of a body that is text, for callers that ask for one. */
  readonly textTypes?: readonly string[];
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Of server-sent events: the data of each event by its name, or of all others under `*`. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
  /** In addition to the headers of every answer of its kind. */
  readonly headers?: readonly HeaderName[];
}

export interface RouteSpec<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /**
   * Whole path, family prefix included, with `{name}` parameters and the slash at its end as the contract
   * writes it; answers with and without that slash.
   */
  readonly path: string;
  /** In camel case, unique: the name of a client's method. */
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /**
   * `organization`: organization token, private key, tenant token with X-Organization-ID, or the token of a login, as
   * bearer. `tenant`: TEN:… key.
   * `login`: the token of a login, as bearer. `legacy`: like `organization`, or the token of a login as X-API-Key.
   */
  readonly caller: 'anonymous' | 'organization' | 'tenant' | 'login' | 'legacy';
  /** What people need for it; absent: people are refused, if the caller is an organization at all. */
  readonly access?: Access;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Parses a body that would hold the event loop too long: returns the same value as `body` would. Transfers the bytes. */
  readonly parseLarge?: (bytes: Uint8Array) => Promise<z.output<B> | InvalidBody>;
  /** The part of the body that the schema gets as the text that was sent. */
  readonly keptText?: KeptText;
  /** An absent body is parsed as this value. */
  readonly emptyBody?: unknown;
  /**
   * When true a body that fails validation does not answer 400 here: the handler gets an `InvalidBody`
   * instead, because the contract puts other checks first.
   */
  readonly invalidBodyToHandler?: boolean;
  /** When true the body is read but neither parsed nor validated here: `body` only documents, and the handler gets the bytes. */
  readonly rawBody?: boolean;
  /** Media types of a body that is text, beside JSON; only with `rawBody`. */
  readonly bodyTypes?: readonly string[];
  readonly bodyLimitBytes?: number;
  readonly requestExample?: unknown;
  /** Checked like a body; the handler reads them with `header`. */
  readonly requestHeaders?: z.ZodObject;
  readonly responses: Readonly<Record<number, ResponseSpec>>;
  /** What an `Idempotency-Key` does; absent: `recorded` for calls that change something. */
  readonly idempotency?: Idempotency;
  /** How often one client may call it; checked before everything else. */
  readonly limit?: LimitName;
  /**
   * Load shedding: the refusal of a call whose event would refuse it anyway; null: there is none. Asked after the limit,
   * before the body is read.
   */
  readonly shed?: (params: Readonly<Record<string, string>>) => Problem | null;
  /** Codes in addition to those that every route of its kind can answer. */
  readonly errors: readonly ErrorCode[];
  readonly handle: (request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<RouteResult>;
  /** The answer of a call with a key that has taken effect, from what the call has noted (`noteDone`) or recorded. */
  readonly again?: (
    request: RouteRequest<z.output<P>, z.output<Q>, z.output<B>>,
    noted: unknown,
  ) => Promise<RouteResult>;
}

/**
 * `recorded`: the answer is recorded after the call; its effect is one that repeats itself: the handler gives the key to
 * the event that it asks, or notes in the transaction of the effect that it is done (`noteDone`). `transaction`: the
 * handler makes its changes through `changes` of the request, and they commit together with the record. `event`: the
 * event records the answer itself. `own`: the handler declares the header and reads it. `none`: the header is ignored.
 */
export type Idempotency = 'recorded' | 'transaction' | 'event' | 'own' | 'none';

/** A route whose schemas' types have been checked against its handler and then erased. */
export type Route = RouteSpec<z.ZodType, z.ZodType, z.ZodType>;

/** Checks the handler against the schemas; returns the declaration unchanged. */
export function defineRoute<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  spec: RouteSpec<P, Q, B>,
): Route {
  return spec as unknown as Route;
}
