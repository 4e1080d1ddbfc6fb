/**
 * Reads the state that a call is about to change, for the audit. It finds the GET route of the same thing: with the same path, with the id
 * that the path or the body names, or the list that contains it. A state that cannot be read is left out; it never fails the call.
 */
import type { Caller } from './caller.ts';
import type { Exchange } from './exchange.ts';
import { Call, type CallParts } from './made-call.ts';
import { type PathParams, pathCheckOf } from './path-params.ts';
import { queryCheckOf } from './query.ts';
import type { Route } from './route.ts';

/** The state before; undefined: it is not told. */
export type ReadBefore = (exchange: Exchange, call: Call) => Promise<unknown>;

/** Their reads answer in pieces, which may be large. */
const large: ReadonlySet<string> = new Set(['updateDrawing', 'assignPrices', 'unassignPrices', 'setUnits']);

const nothing: ReadBefore = async () => undefined;

interface Sibling {
  readonly route: Route;
  /** The parameters of its path, from those of the call. */
  readonly paramsOf: (call: Call) => PathParams | null;
  /** The thing in its answer. */
  readonly pick: (answer: unknown, call: Call) => unknown;
}

export function readBeforeOf(route: Route, routes: readonly Route[], parts: CallParts): ReadBefore {
  if (large.has(route.operationId)) return nothing;
  const sibling = siblingOf(
    route,
    new Map(routes.filter(({ method }) => method === 'GET').map((one) => [one.path, one])),
  );
  if (sibling === null) return nothing;
  const { route: read, paramsOf, pick } = sibling;
  const checkParams = pathCheckOf(read.params);
  const checkQuery = queryCheckOf(read.query);
  return async (exchange, call) => {
    try {
      const params = paramsOf(call);
      if (params === null) return undefined;
      const asked = new Call(parts, exchange, call.caller as Caller, checkParams(params), checkQuery('/'));
      const result = await read.handle(asked);
      if ('problem' in result) return undefined;
      const answer = typeof result.content === 'string' ? JSON.parse(result.content) : result.body;
      return pick(answer, call);
    } catch {
      return undefined;
    }
  };
}

const whole = (answer: unknown): unknown => answer;
const same = ({ params }: Call): PathParams => textsOf(params);

function siblingOf({ method, path, operationId }: Route, reads: ReadonlyMap<string, Route>): Sibling | null {
  const own = reads.get(path);
  if (method !== 'POST' && own !== undefined && !isList(own)) return { route: own, paramsOf: same, pick: whole };
  const item = reads.get(`${path}{id}`);
  if (method === 'PUT' && item !== undefined) return { route: item, paramsOf: withBodyId, pick: whole };
  const [, parent, name] = /^(.*\/)\{(\w+)\}$/.exec(path) ?? [];
  const list = parent === undefined ? undefined : reads.get(parent);
  if (method !== 'POST' && list !== undefined && name !== undefined) {
    return { route: list, paramsOf: same, pick: (answer, call) => elementOf(answer, textsOf(call.params)[name]) };
  }
  // An action on a thing, such as `…/{id}/release`; a creation in a list has none.
  const [, thing] = /^(.*\/\{\w+\})\/[a-z]+\/?$/.exec(path) ?? [];
  const acted =
    thing === undefined || own !== undefined || operationId.startsWith('create') ? undefined : reads.get(thing);
  return acted === undefined ? null : { route: acted, paramsOf: same, pick: whole };
}

function isList({ operationId }: Route): boolean {
  return operationId.startsWith('list');
}

function withBodyId({ params, body }: Call): PathParams | null {
  const { id } = (body ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? { ...textsOf(params), id: String(id) } : null;
}

function textsOf(params: unknown): PathParams {
  return Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
}

/** The element with this id, of the first list of the answer. */
function elementOf(answer: unknown, id: string | undefined): unknown {
  const lists = Array.isArray(answer) ? [answer] : Object.values(answer ?? {}).filter(Array.isArray);
  return lists[0]?.find((one: unknown) => {
    const { id: own, kid } = (one ?? {}) as { readonly id?: unknown; readonly kid?: unknown };
    return String(own ?? kid) === id;
  });
}
