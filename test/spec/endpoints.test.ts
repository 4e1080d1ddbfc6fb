/**
 * Every row of the contract's tables of endpoints is served and is called over HTTP by a test. Says which row is not,
 * so that neither a route nor its test can be forgotten.
 */
import { join } from 'node:path';
import { service, useService } from '../support/shared-service.ts';
import { readFiles } from '../support/source-tree.ts';

const management = '/api/private/management/v2.0';
const privateV2 = '/api/private/v2.0';
const privateSessions = '/api/private/v2.0/session';
const publicEvents = '/api/public/v2.0/event';
const publicSessions = '/api/public/v2.0/session';
const legacy = '/api/private/v1.0';

/** The tables of the families that are served, row by row. */
const served: Readonly<Record<string, readonly string[]>> = {
  [management]: [
    'POST /organizations/',
    'GET /organizations/',
    'GET /organizations/{id}',
    'PUT /organizations/',
    'DELETE /organizations/{id}',
    'PUT /session-config/',
    'GET /pass-keys/',
    'PUT /pass-keys/',
    'DELETE /pass-keys/{kid}',
    'GET /api-keys/',
    'GET /people/',
    'POST /people/',
    'PUT /people/{id}',
    'DELETE /people/{id}',
    'GET /branding/',
    'PUT /branding/',
    'DELETE /branding/',
    'GET /sign-on/',
    'PUT /sign-on/',
    'DELETE /sign-on/',
  ],
  [privateV2]: [
    'POST /booking/lock',
    'POST /booking/unlock',
    'POST /booking/sale',
    'POST /booking/directsale',
    'POST /booking/revertsale',
    'POST /events/',
    'GET /events/{id}',
    'DELETE /events/{id}',
    'GET /event/{eventId}/prices/',
    'POST /event/{eventId}/prices/',
    'PUT /event/{eventId}/prices/',
    'DELETE /event/{eventId}/prices/{id}',
    'GET /event/{eventId}/prices/assignments/',
    'POST /schemas/{schemaId}/pricing_zones/',
    'PUT /schemas/{schemaId}/pricing_zones/',
    'GET /schemas/{schemaId}/pricing_zones/',
    'GET /schemas/{schemaId}/pricing_zones/{id}',
    'DELETE /schemas/{schemaId}/pricing_zones/{id}',
    'POST /schemas/{schemaId}/pricing_zones/assignments/',
    'POST /erasure/',
    'GET /erasure/',
    'GET /erasure/{id}',
    'POST /schemas/clone/{id}',
    'POST /schemas/import/',
    'GET /schemas/{schemaId}/export/',
    'GET /schemas/clone/result/{uuid}',
    'GET /schemas/{schemaId}/seatmaps/',
    'POST /series/',
    'PUT /series/{id}',
    'POST /series/{id}/events/',
    'GET /series/{id}/events/',
    'GET /series/{id}/assignments/',
    // Named by the contract in words, without a row.
    'GET /events/',
    'PUT /events/',
    'GET /webhooks/',
    'POST /webhooks/',
    'GET /events/{id}/admission',
    'PUT /events/{id}/admission',
    'POST /events/{id}/copies/',
    'GET /events/{id}/allotments/',
    'POST /events/{id}/allotments/',
    'GET /events/{id}/allotments/{allotmentId}',
    'PUT /events/{id}/allotments/{allotmentId}',
    'DELETE /events/{id}/allotments/{allotmentId}',
    'GET /events/{id}/allotments/{allotmentId}/places',
    'PUT /events/{id}/allotments/{allotmentId}/places',
    'GET /events/{id}/units/',
    'PUT /events/{id}/units/',
    'GET /schemas/{schemaId}/units/',
    'GET /events/{id}/face/',
    'PUT /events/{id}/face/',
    'POST /checkout-codes/{code}',
    'PUT /schemas/{schemaId}/units/',
    'GET /events/{id}/activity/',
    'GET /events/{id}/seats/{seatId}/history/',
    'GET /events/{id}/areas/{areaId}/history/',
    'GET /events/{id}/at/',
    'GET /webhooks/{id}',
    'PUT /webhooks/{id}',
    'DELETE /webhooks/{id}',
    'POST /webhooks/{id}/rotate',
    'POST /webhooks/{id}/test',
    'GET /webhooks/{id}/deliveries/',
    'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver',
  ],
  [privateSessions]: [
    'GET /',
    'GET /{id}',
    'POST /{id}/confirm',
    'POST /{id}/cancel',
    'POST /{id}/release',
    'POST /{id}/exchange',
    'PUT /{id}/properties',
  ],
  [publicSessions]: [
    'POST /',
    'GET /{id}',
    'POST /{id}/lock',
    'POST /{id}/unlock',
    'POST /{id}/checkout',
    'POST /{id}/cancel',
    'POST /{id}/checkout-code/',
    'GET /{id}/reference/',
  ],
  [publicEvents]: [
    'GET /{eventId}/face/',
    'GET /{eventId}/changes',
    'GET /{eventId}/admission/',
    'POST /{eventId}/queue/',
    'GET /{eventId}/queue/',
    'GET /{eventId}/queue/{ticket}',
    'GET /{eventId}/draw/',
  ],
  [legacy]: [
    'POST /booking/lock',
    'POST /booking/sale',
    'POST /booking/unlock',
    'GET /events/',
    'POST /events/',
    'PUT /events/',
    'DELETE /events/{id}',
    'GET /prices/',
    'POST /prices/',
    'PUT /prices/',
    'DELETE /prices/',
    'POST /assignments/',
    'POST /assignments/clean',
    'DELETE /assignments/',
    'GET /venues/schemas/',
    'GET /venues/schemas/{schemaId}/details/',
    'GET /venues/schemas/{schemaId}/',
  ],
};

function rowsOf(tables: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(tables).flatMap(([prefix, rows]) => rows.map((row) => row.replace(' ', ` ${prefix}`)));
}

/** A row without the names of its parameters and the slash at its end. */
function shapeOf(row: string): string {
  return row.replaceAll(/\{\w*\}/g, '{}').replace(/\/$/, '');
}

const root = join(import.meta.dirname, '../..');
/** `name = '…'`, functions of one expression such as `pathOf = (id: string) => `…``, and members of an object. */
const naming = /\b(\w+)(?:(?:: \w+)? = (?:\([^()]*\) => )?|: (?=`))('[^'\n]+'|`[^`\n]+`)/g;
/** A method, and what stands after it in the arguments of a call. */
const asking = /'(GET|POST|PUT|DELETE)', *((?:'[^'\n]*'|`[^`\n]*`|\w+\([^()]*\)|[\w.]+| \+ )+)/g;
/** Calls that put a prefix before the given path. */
const prefixing = /\.call\((?:method|'[A-Z]+'), (\w+) \+ \w+/;

type Names = Map<string, Set<string>>;

/** The texts that each name can stand for. */
function namesIn(text: string, known: Names = new Map()): Names {
  const names: Names = new Map([...known].map(([name, values]) => [name, new Set(values)]));
  for (const [, name = '', value = ''] of text.matchAll(naming)) {
    names.set(name, (names.get(name) ?? new Set()).add(value));
  }
  return names;
}

/** Every path that an expression can be; unknown parts are `{}`. */
function pathsOf(expression: string, names: Names, depth = 0): string[] {
  const parts = expression.split(' + ').map((part) => part.trim());
  return parts.reduce<string[]>(
    (paths, part) => paths.flatMap((path) => valuesOf(part, names, depth).map((value) => path + value)),
    [''],
  );
}

function valuesOf(part: string, names: Names, depth: number): string[] {
  if (part.startsWith("'")) return [part.slice(1, -1)];
  if (!part.startsWith('`')) {
    const values = depth < 3 ? [...(names.get(/^\w+/.exec(part)?.[0] ?? '') ?? [])] : [];
    return values.length === 0 ? ['{}'] : values.flatMap((value) => pathsOf(value, names, depth + 1));
  }
  const place = /\$\{([^{}]*)\}/.exec(part);
  if (place === null) return [part.slice(1, -1)];
  const [whole, inner = ''] = place;
  return valuesOf(inner, names, depth).flatMap((value) =>
    valuesOf(
      part.replace(whole, () => value),
      names,
      depth,
    ),
  );
}

/** Calls in the tests as `METHOD /path/{}`, with `{}` for whatever is not written there. */
function callsIn(texts: readonly string[], shared: Names): Set<string> {
  const calls = new Set<string>();
  for (const text of texts) {
    const names = namesIn(text, shared);
    const prefix = prefixing.exec(text)?.[1];
    const prefixes = prefix === undefined ? [] : valuesOf(prefix, names, 0);
    for (const [, method, expression = ''] of text.matchAll(asking)) {
      const paths = pathsOf(expression, names);
      for (const path of [...paths, ...prefixes.flatMap((before) => paths.map((after) => before + after))]) {
        if (path.startsWith('/')) calls.add(shapeOf(`${method} ${path.replace(/\?.*$/, '')}`));
      }
    }
  }
  return calls;
}

/** True when the call is this row; a part of the path that is filled in must stand somewhere as a word of its own. */
function isCallOf(row: string, call: string, words: ReadonlySet<string>): boolean {
  const wanted = row.split('/');
  const given = call.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, place) => part === given[place] || (given[place] === '{}' && words.has(part)))
  );
}

useService();

const routes = (): string[] => service.routes.map(({ method, path }) => shapeOf(`${method} ${path}`));

describe('the contract’s tables of endpoints', () => {
  test.each(rowsOf(served))('%s is served', (row) => {
    expect(routes()).toContain(shapeOf(row));
  });

  const shared = readFiles(root, ['test/support']).filter(({ path }) => path.endsWith('-calls.ts'));
  const tests = readFiles(root, ['test/http']).filter(({ path }) => path.endsWith('.test.ts'));
  const texts = [...shared, ...tests].map(({ text }) => text);
  const calls = [...callsIn(texts, namesIn(shared.map(({ text }) => text).join('\n')))];
  const words = new Set(texts.flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)));

  test.each(rowsOf(served))('%s is called over HTTP by a test', (row) => {
    expect(calls.filter((call) => isCallOf(shapeOf(row), call, words))).not.toEqual([]);
  });

  test('are searched in a way that does not find a row without a call', () => {
    for (const row of [`DELETE ${privateV2}/booking/lock`, `GET ${privateV2}/halls/`]) {
      expect(calls.filter((call) => isCallOf(shapeOf(row), call, words))).toEqual([]);
    }
  });
});
