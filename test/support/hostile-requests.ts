/** Malformed and hostile requests: every route with ids, bodies and texts that are wrong in every way we know. */
import fc from 'fast-check';
import type { ContractDocument, Operation } from './contract-document.ts';

export interface HostileRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly key: string | undefined;
  /** The token of a login, where that is the key. */
  readonly bearer: string | undefined;
  readonly once: string | undefined;
  readonly body: string | undefined;
}

/** Existing keys, ids and valid bodies, so that some requests pass authentication and validation. */
export interface Targets {
  readonly keys: readonly (string | undefined)[];
  /** For routes that take a tenant's key. */
  readonly tenantKeys: readonly (string | undefined)[];
  /** For routes that take the token of a login. */
  readonly logins: readonly (string | undefined)[];
  /**
   * By the parameter's name, `eventId` or `size`; an `id` with the segment before it, `session/id`; with the method in
   * front, such as `DELETE events/id`, values for this method alone, for example because it destroys them.
   */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Valid bodies, by `METHOD path`. */
  readonly bodies: Readonly<Record<string, unknown>>;
}

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '😀'.repeat(300),
  '\u202e',
  "'; drop table event; --",
  '__proto__',
];
const oddNumbers = [-1, 0, -0, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, -(2 ** 63), 1e-320];
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    [],
    {},
    [[]],
    [null],
    { length: -1 },
    { toString: 1 },
    ...oddTexts,
    ...oddNumbers,
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const oddBodies: readonly string[] = [
  ...['{', '[', '"', 'null', 'nul', '0', '-', '\u0000', '\ufeff{}', '{}{}', "{'a':1}", '{"a":1,}', 'NaN', '1e999'],
  ...[
    '{"seats":[1],"seats":[2]}',
    '{"__proto__":{"seats":[1]}}',
    '{"constructor":{"prototype":1}}',
    '{"seats":{"0":1}}',
  ],
  ...[deep(99), deep(101), deep(60_000), `{"seats":${deep(50)}}`, `{"name":${'"\\u0000"'}}`, '{"name":"\\ud800"}'],
  ...[
    `{"seats":[${'9'.repeat(400)}]}`,
    '{"seats":[1e400]}',
    `{"${'k'.repeat(70_000)}":1}`,
    '{"properties":{"a":"\\u0000"}}',
  ],
  JSON.stringify({ seats: Array(2000).fill(1), groupOfSeats: Array(2000).fill({ id: 1, capacity: 1 }) }),
];

/** The value with one part of it, at any depth, replaced, removed or added. */
function mutated(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return oddValue;
  const names = Object.keys(value);
  const inner = names.map((name) =>
    mutated((value as Record<string, unknown>)[name]).map((part) =>
      Array.isArray(value) ? value.with(Number(name), part) : { ...value, [name]: part },
    ),
  );
  const shortened = names.map((name) =>
    fc.constant(
      Array.isArray(value) ? value.slice(1) : Object.fromEntries(Object.entries(value).filter(([own]) => own !== name)),
    ),
  );
  const grown = oddValue.map((part) => (Array.isArray(value) ? [...value, part] : { ...value, odd: part }));
  return fc.oneof(oddValue, grown, ...shortened, ...inner, ...inner);
}

function bodyOf({ method, path, spec }: Operation, { bodies }: Targets): fc.Arbitrary<string | undefined> {
  if (spec.requestBody === undefined) return fc.constantFrom(undefined, undefined, '{', '{"a":1}');
  const right = bodies[`${method} ${path}`] ?? spec.requestBody.content['application/json'].example;
  const text = (value: unknown): string => JSON.stringify(value) ?? 'null';
  return fc.oneof(
    { weight: 6, arbitrary: mutated(right).map(text) },
    { weight: 2, arbitrary: fc.constantFrom<string | undefined>(undefined, ...oddBodies) },
    { weight: 1, arbitrary: oddValue.map(text) },
    { weight: 1, arbitrary: fc.constant(text(right)) },
  );
}

/** Never empty and never only dots, because that would be another path. */
const oddSegment = fc
  .oneof(
    fc.constantFrom(...oddTexts, '-1', '1e3', '9'.repeat(30), '%', '%00', 'null'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  .filter((segment) => segment.isWellFormed() && !/^\.*$/.test(segment));

/** The names under which `values` may have a path's parameter, the most specific first. */
export function namesOf({ method, path }: Operation, parameter: string): string[] {
  const before = path
    .slice(0, path.indexOf(`/{${parameter}}`))
    .split('/')
    .at(-1);
  const behind = path.slice(path.indexOf(`{${parameter}}`) + parameter.length + 2);
  const name = parameter === 'id' || parameter === 'uuid' ? `${before}/${parameter}` : parameter;
  return [`${method} ${name}${behind}`, `${method} ${name}`, name];
}

function parameterOf(names: readonly string[], { values }: Targets): fc.Arbitrary<string> {
  const known = names.map((name) => values[name]).find((found) => found !== undefined) ?? [];
  if (known.length === 0) return oddSegment;
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: oddSegment });
}

function pathOf(operation: Operation, targets: Targets): fc.Arbitrary<string> {
  const { path, spec } = operation;
  const named = (place: string) =>
    (spec.parameters ?? []).filter((one: { in: string }) => one.in === place).map((one: { name: string }) => one.name);
  const segments = Object.fromEntries(
    named('path').map((name: string) => [name, parameterOf(namesOf(operation, name), targets)]),
  );
  const query = Object.fromEntries(
    named('query').map((name: string) => [name, fc.option(parameterOf([name], targets))]),
  );
  return fc.record({ segments: fc.record(segments), query: fc.record(query) }).map((chosen) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(chosen.segments[name])));
    const pairs = Object.entries(chosen.query).filter(([, value]) => value !== null);
    return `${filled}?${new URLSearchParams(pairs as [string, string][])}`;
  });
}

function takes(key: string, { spec }: Operation): boolean {
  return spec.security.some((scheme: object) => key in scheme);
}

function takesOnce({ spec }: Operation): boolean {
  return (spec.parameters ?? []).some(({ name }: { name: string }) => name.toLowerCase() === 'idempotency-key');
}

/**
 * Rounds of requests: one for every operation of the contract, new ones included, in any order. So each is called as often
 * as the others, however many there are. `targets` has what they need to be accepted.
 */
export function hostileRounds(contract: ContractDocument, targets: Targets): fc.Arbitrary<HostileRequest[]> {
  const once = fc.oneof(
    fc.constantFrom(undefined, undefined, '', 'same', 'two words', 'x'.repeat(256)),
    fc.stringMatching(/^[!-~]{1,40}$/),
  );
  const ofOperation = (operation: Operation) =>
    fc.record({
      operation: fc.constant(operation),
      path: pathOf(operation, targets),
      key: fc.constantFrom(...(takes('tenantKey', operation) ? targets.tenantKeys : targets.keys)),
      bearer: fc.constantFrom(...(takes('loginToken', operation) ? targets.logins : [undefined])),
      once: takesOnce(operation) ? once : fc.constant(undefined),
      body: operation.method === 'GET' ? fc.constant(undefined) : bodyOf(operation, targets),
    });
  const { operations } = contract;
  return fc
    .shuffledSubarray([...operations], { minLength: operations.length })
    .chain((order) => fc.tuple(...order.map(ofOperation)));
}
