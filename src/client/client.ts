/**
 * The typed client: one method for each HTTP method, with paths, parameters, bodies and answers as the service's
 * OpenAPI document has them. A failed call is an answer with a `problem`; only a lost connection and an aborted call
 * reject. Makes an Idempotency-Key for every call that changes something, and repeats what is safe to repeat.
 */
import createFetchClient, { type MaybeOptionalInit } from 'openapi-fetch';
import { type ClientClock, systemClock } from './clock.ts';
import type { paths } from './openapi.d.ts';
import { type Problem, ProblemError, problemIn } from './problem.ts';
import { type RetryOptions, retrying, type Send } from './retry.ts';

export interface ClientOptions {
  /** Such as `https://tickets.example.com`, without a slash at its end. */
  readonly baseUrl: string;
  /** Sent as `X-API-Key`. Never in a browser: public calls need none. */
  readonly apiKey?: string;
  /** Sent as `X-Organization-ID`, with a tenant's token. */
  readonly organizationId?: number;
  /** The token of a login; a function where it is renewed. */
  readonly bearer?: string | (() => string);
  readonly retry?: RetryOptions;
  /** In place of the platform's. */
  readonly fetch?: Send;
  readonly clock?: ClientClock;
}

/** The answer of a call: its data, or a problem. The data is undefined for 204 and 304. */
export type Answer<Data> =
  | { readonly data: Data; readonly problem?: never; readonly response: Response }
  | { readonly data?: never; readonly problem: Problem; readonly response: Response };

type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths that have this method. */
export type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { readonly [Name in M]: unknown } ? Path : never;
}[keyof paths];

type OperationAt<Path extends keyof paths, M extends Method> = M extends keyof paths[Path] ? paths[Path][M] : never;
type ContentOf<Response> = Response extends { readonly content: infer Content } ? Content[keyof Content] : undefined;

/** The data of a successful call. */
export type DataOf<Path extends keyof paths, M extends Method> =
  OperationAt<Path, M> extends { readonly responses: infer Responses }
    ? { [Status in keyof Responses]: ContentOf<Responses[Status]> }[keyof Responses]
    : never;

/** `params`, `body`, `headers` and `signal` of a call. */
export type CallOptions<Path extends keyof paths, M extends Method> = M extends keyof paths[Path]
  ? MaybeOptionalInit<paths[Path], M>
  : never;

type Arguments<Path extends keyof paths, M extends Method> =
  undefined extends CallOptions<Path, M> ? [options?: CallOptions<Path, M>] : [options: CallOptions<Path, M>];

type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...options: Arguments<Path, M>
) => Promise<Answer<DataOf<Path, M>>>;

export interface Client {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly DELETE: Call<'delete'>;
  /** Opens a stream. Sent once: the followers open it again by themselves. */
  readonly open: <Path extends PathWith<'get'>>(
    path: Path,
    ...options: Arguments<Path, 'get'>
  ) => Promise<Answer<ReadableStream<Uint8Array>>>;
  readonly clock: ClientClock;
}

/** A client of the service at this address. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, clock = systemClock, retry } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const signed = (next: Send): Send => {
    return (request) => {
      addHeaders(request, options);
      return next(request);
    };
  };
  const inner = createFetchClient<paths>({
    baseUrl,
    fetch: signed(retrying(send, clock, retry)),
  });
  /** Reads the body itself: the media type of the answer says whether it is JSON or text. */
  const call = (method: Method) => async (path: string, init?: object) => {
    const { error, response } = await inner.request(method, path as never, { ...init, parseAs: 'stream' } as never);
    if (!response.ok && response.status !== unchangedStatus) return { problem: problemIn(response, error), response };
    return { data: await bodyOf(response), response };
  };
  const open = async (path: string, init?: object) => {
    const streamed = { ...init, parseAs: 'stream', cache: 'no-store', fetch: signed(send) };
    const { error, response } = await inner.request('get', path as never, streamed as never);
    if (!response.ok) return { problem: problemIn(response, error), response };
    // An empty answer is a stream that has ended.
    return { data: response.body ?? new Blob([]).stream(), response };
  };
  return {
    GET: call('get') as Call<'get'>,
    POST: call('post') as Call<'post'>,
    PUT: call('put') as Call<'put'>,
    DELETE: call('delete') as Call<'delete'>,
    open: open as Client['open'],
    clock,
  };
}

/** The data of an answer. Throws a `ProblemError` when the answer is a problem. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  if (answer.problem !== undefined) throw new ProblemError(answer.problem);
  return answer.data as Data;
}

const unchangedStatus = 304;
/** These calls take no Idempotency-Key, so they are not repeated when they may have run. */
const withoutKeys = /\/api\/auth\/(?:login|refresh|logout)\/?$/;

function addHeaders({ method, url, headers }: Request, { apiKey, organizationId, bearer }: ClientOptions): void {
  if (apiKey !== undefined) headers.set('X-API-Key', apiKey);
  if (organizationId !== undefined) headers.set('X-Organization-ID', String(organizationId));
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${typeof bearer === 'string' ? bearer : bearer()}`);
  if (method === 'GET' || headers.has('Idempotency-Key') || withoutKeys.test(new URL(url).pathname)) return;
  headers.set('Idempotency-Key', newKey());
}

/** 128 random bits. `crypto.randomUUID` is missing on pages that came over http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return undefined;
  return response.headers.get('Content-Type')?.startsWith('application/json') === true ? JSON.parse(text) : text;
}
