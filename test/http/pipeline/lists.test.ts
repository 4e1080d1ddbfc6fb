/**
 * All list routes and their errors, found by the route declarations: a new list route is tested automatically, and
 * fails until this file creates entries for it.
 */
import { STATUS_CODES } from 'node:http';
import type { Route } from '#http/pipeline/route.ts';
import { errorsOf } from '../../support/answers.ts';
import { bearer, logIn } from '../../support/editor-calls.ts';
import { type Answer, openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { sessionCalls, succeeded } from '../../support/session-calls.ts';
import { makeDelivery, webhookCalls } from '../../support/webhook-calls.ts';

let service: TestService;
let show: Show;
let lists: readonly Route[];
/** The token of a login of the organization. */
let login: string;
let venueId: number;
let webhookId: number;

beforeAll(async () => {
  service = await startTestService();
  show = await openPricedShow(service);
  lists = service.routes.filter(isPaged);
  login = (await logIn(service, service.catalog.organization.id)).token;
  await fill();
});

afterAll(() => service.close());

const v2 = '/api/private/v2.0';
const organizations = '/api/private/management/v2.0/organizations/';

const isPaged = ({ responses }: Route): boolean => /^Page[A-Z]/.test(String(responses[200]?.schema?.meta()?.id ?? ''));

/** Creates at least five entries for each list; some have the same name if that is allowed. */
async function fill(): Promise<void> {
  const { eventId, schemaId } = show;
  const post = (path: string, body: unknown) => ask('POST', path, body).then(succeeded);
  const hall = (name: string) => ({ name, sections: [{ name: 'A', rows: [{ name: '1', seatCount: 2 }] }] });
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00', schemaId };
  const admin = { firstName: 'Ada', lastName: 'Admin', password: 'open sesame' };
  for (const [at, name] of ['b', 'a', 'b', 'c', 'a'].entries()) {
    await post(`${v2}/event/${eventId}/prices/`, [{ name: `${at} ${name}`, eventId, externalId: name }]);
    await post(`${v2}/schemas/${schemaId}/pricing_zones/`, [{ name: `${name}${at}`, schemaId }]);
    await post(`${v2}/events/`, { name, ...dates });
    const venue = (await post(`${v2}/venues/`, { name })).body;
    venueId ??= venue.id;
    await post(`${v2}/schemas/`, { ...hall(name), venueId });
    await post(organizations, { name, ...admin, email: `${name}${at}@example.org` });
    // Of a type that does not happen here, so that nothing is sent and the list has only the deliveries made here.
    const webhook = await webhookCalls(service).create(`https://example.org/${name}`, ['session.confirmed']);
    webhookId ??= webhook.id;
    await makeDelivery(service, webhookId);
    await buy(`${name}${at}`, show.seats[at] as number);
    await post(`${v2}/erasure/`, { reference: `nobody ${at}` });
  }
}

async function buy(reference: string, seat: number): Promise<void> {
  const calls = sessionCalls(service, show);
  const id = await calls.open([seat]);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, { reference }));
}

function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const { organization, tenant } = service.catalog;
  return service.call(method, path, { key: path.startsWith(organizations) ? tenant.key : organization.token, body });
}

/** The path of a route with the ids of existing objects. */
function pathOf({ path }: Route): string {
  const id = path.startsWith(`${v2}/events/`) ? show.eventId : webhookId;
  const ids = { eventId: show.eventId, schemaId: show.schemaId, venueId, id };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => String(ids[name]));
}

const read = (route: Route, query = ''): Promise<Answer> =>
  route.caller === 'login'
    ? service.call('GET', `${pathOf(route)}${query}`, bearer(login))
    : ask('GET', `${pathOf(route)}${query}`);

/** The properties by which the route can sort, from its declaration. */
function sortableOf({ query }: Route): string[] {
  const description = (query as unknown as { shape: Record<string, { meta(): { description?: string } }> }).shape.sort;
  return (/properties: ([\w, ]+)/.exec(description?.meta().description ?? '')?.[1] ?? '').split(', ');
}

/** Runs the check on every list; a failure names the list. */
async function onEveryList(claim: (route: Route) => Promise<void>): Promise<void> {
  for (const route of lists) {
    try {
      await claim(route);
    } catch (error) {
      throw new Error(`${route.path}: ${(error as Error).message}`);
    }
  }
}

const unsorted = { sorted: false, unsorted: true, empty: true };
/** Missing values come last. */
const order = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  return b === null || (a !== null && (a as number) < (b as number)) ? -1 : 1;
};
const idsOf = ({ body }: Answer): unknown[] => body.content.map(({ id }: { id: unknown }) => id);

describe('every list', () => {
  test('is declared, including all lists of the contract', () => {
    const paths = lists.map(({ path }) => path);
    for (const path of [
      organizations,
      `${v2}/events/`,
      `${v2}/event/{eventId}/prices/`,
      `${v2}/schemas/`,
      `${v2}/schemas/{schemaId}/pricing_zones/`,
      `${v2}/venues/`,
    ]) {
      expect(paths).toContain(path);
    }
  });

  test('shows by default the first 20 entries by id, in the contract’s page object', () =>
    onEveryList(async (route) => {
      const answer = succeeded(await read(route));
      const { content, totalElements } = answer.body;
      expect(totalElements).toBeGreaterThanOrEqual(5);
      expect(answer.body).toEqual({
        content,
        pageable: { paged: true, unpaged: false, pageNumber: 0, pageSize: 20, offset: 0, sort: unsorted },
        totalPages: Math.ceil(totalElements / 20),
        totalElements,
        first: true,
        last: totalElements <= 20,
        empty: false,
        size: 20,
        number: 0,
        numberOfElements: content.length,
        sort: unsorted,
      });
      expect(content).toHaveLength(Math.min(20, totalElements));
      expect(idsOf(answer)).toEqual(idsOf(answer).toSorted(order));
    }));

  test('is paged from page 0 on, without gaps and duplicates', () =>
    onEveryList(async (route) => {
      const all = succeeded(await read(route, '?size=100'));
      const { totalElements } = all.body;
      const totalPages = Math.ceil(totalElements / 2);
      const seen: unknown[] = [];
      for (let page = 0; page < totalPages; page++) {
        const one = succeeded(await read(route, `?page=${page}&size=2`));
        expect(one.body).toMatchObject({ number: page, size: 2, totalPages, totalElements, empty: false });
        expect([one.body.first, one.body.last]).toEqual([page === 0, page === totalPages - 1]);
        expect(one.body.pageable).toMatchObject({ pageNumber: page, pageSize: 2, offset: page * 2 });
        expect(one.body.numberOfElements).toBe(one.body.content.length);
        seen.push(...idsOf(one));
      }
      expect(seen).toEqual(idsOf(all));
      const beyond = succeeded(await read(route, '?page=2147483647&size=100')).body;
      expect(beyond).toMatchObject({ content: [], empty: true, first: false, last: true, totalElements });
      expect(beyond.numberOfElements).toBe(0);
    }));

  test('has pages of up to 100 items, and of up to 1,000 for editors', () =>
    onEveryList(async (route) => {
      const sizeMax = route.caller === 'login' ? 1_000 : 100;
      expect(succeeded(await read(route, `?size=${sizeMax}`)).body).toMatchObject({ size: sizeMax, totalPages: 1 });
      expect(errorsOf(await read(route, `?size=${sizeMax + 1}`))).toEqual(['size MAX']);
    }));

  test.each([
    ['size=0', 'size MIN'],
    ['size=2.5', 'size TYPE'],
    ['size=', 'size TYPE'],
    ['page=-1', 'page MIN'],
    ['page=one', 'page TYPE'],
    ['page=2147483648', 'page MAX'],
    ['sort=nonsense,asc', 'sort UNKNOWN_VALUE'],
    ['sort=__proto__', 'sort UNKNOWN_VALUE'],
    ['sort=id,sideways', 'sort UNKNOWN_VALUE'],
    ['sort=id&sort=nonsense', 'sort UNKNOWN_VALUE'],
  ])('refuses ?%s', (query, error) =>
    onEveryList(async (route) => {
      const answer = await read(route, `?${query}`);
      expect([answer.status, answer.body.errorCode, errorsOf(answer)]).toEqual([400, 'VALIDATION_FAILED', [error]]);
    }),
  );

  test('is sorted by each property that it names, either way, and by several', () =>
    onEveryList(async (route) => {
      const sortable = sortableOf(route);
      const all = succeeded(await read(route, '?size=100'));
      expect(sortable).toEqual(expect.arrayContaining('name' in all.body.content[0] ? ['id', 'name'] : ['id']));
      const plain = idsOf(all);
      for (const property of sortable) {
        const up = succeeded(await read(route, `?size=100&sort=${property}&sort=id,asc`));
        const down = succeeded(await read(route, `?size=100&sort=${property},DESC&sort=id,desc`));
        expect(up.body.sort).toEqual({ sorted: true, unsorted: false, empty: false });
        expect(up.body.pageable.sort).toEqual(up.body.sort);
        expect(idsOf(down)).toEqual(idsOf(up).toReversed());
        expect(idsOf(up).toSorted(order)).toEqual(plain);
        const values = up.body.content.map((item: Record<string, unknown>) => item[property]);
        if (typeof values[0] === 'number') expect(values).toEqual(values.toSorted(order));
        // Entries with equal values are sorted by the second property.
        const groups = Map.groupBy(idsOf(up), (_, at) => JSON.stringify(values[at]));
        expect([...groups.values()].flat()).toEqual(idsOf(up));
        for (const group of groups.values()) expect(group).toEqual(group.toSorted(order));
        // Without a second property, ties are sorted by id.
        expect(idsOf(succeeded(await read(route, `?size=100&sort=${property}`)))).toEqual(idsOf(up));
      }
    }));
});

test('every route answers errors with the common problem body', async () => {
  const required = ['type', 'title', 'status', 'detail', 'instance', 'path', 'timestamp', 'errorCode', 'requestId'];
  const optional = ['errors', 'state', 'maxSeats', 'conflicts', 'orphanSeats', 'sessionId'];
  for (const { method, path: pattern } of service.routes) {
    const path = pattern.replaceAll(/\{\w+\}/g, 'none');
    const answer = await service.call(method, path, method === 'GET' ? {} : { body: '{"' });
    const { status, headers, body } = answer;
    expect([method, pattern, status >= 400 && status < 500]).toEqual([method, pattern, true]);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(headers.get('x-request-id')).toBe(body.requestId);
    const names = Object.keys(body);
    expect(required.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !required.includes(name) && !optional.includes(name))).toEqual([]);
    expect(body).toMatchObject({ type: 'about:blank', title: STATUS_CODES[status], status, instance: path, path });
    expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
    for (const error of body.errors ?? []) {
      expect(Object.keys(error).toSorted()).toEqual(['code', 'field', 'message', 'rejectedValue']);
    }
  }
});
