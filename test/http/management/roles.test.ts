/**
 * What each role may call: every route that takes an organization's callers, with every role, with and without a limit to
 * events, on an own and on another event. The declarations, the answers and the table in docs/people.md agree.
 * `npm run roles:table` writes the table.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventScope } from '#http/pipeline/access.ts';
import type { Route } from '#http/pipeline/route.ts';
import { mayAs, type Role, roles } from '#storage/catalog/roles.ts';
import { type Hired, hire } from '../../support/people-calls.ts';
import { callOf, type ObjectIds, unknownIds } from '../../support/route-calls.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { outcomeOf, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const page = join(import.meta.dirname, '../../../docs/people.md');
const [begin, end] = ['<!-- roles: written by npm run roles:table -->', '<!-- /roles -->'];
const refusals = ['403 ROLE_NOT_ALLOWED', '403 EVENT_NOT_ALLOWED'];

useService();

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const forPeople = (): readonly Route[] =>
  service.routes.filter(({ caller }) => caller !== 'anonymous' && caller !== 'tenant');

describe('the routes', () => {
  test('that an organization’s callers may call say what people need, and the others do not', () => {
    const silent = forPeople().filter(({ access }) => access === undefined);
    expect(silent.map(nameOf)).toEqual([]);
    const superfluous = service.routes.filter((route) => !forPeople().includes(route) && route.access !== undefined);
    expect(superfluous.map(nameOf)).toEqual([]);
  });

  test('that change something need more than VIEWER', () => {
    const loose = forPeople().filter(({ method, access }) => method !== 'GET' && access?.role === 'VIEWER');
    expect(loose.map(nameOf)).toEqual([]);
  });

  test('are in the docs with the roles that may call them', async () => {
    const text = await readFile(page, 'utf8');
    const [head = '', rest = ''] = text.split(begin);
    const [, tail = ''] = rest.split(end);
    const written = `${head}${begin}\n${table()}\n${end}${tail}`;
    if (process.env.ROLE_TABLE === 'write') await writeFile(page, written);
    else expect(text).toBe(written);
  });
});

/** What a person with a limit gets. */
const limits: Readonly<Record<string, string>> = {
  filtered: 'only their events',
  shared: 'yes',
  whole: 'no',
};

function table(): string {
  const columns = ['call', ...roles, 'limited to events'];
  const lines = forPeople().map((route) => {
    const { role, events } = route.access ?? { role: 'OWNER', events: 'whole' };
    const cells = roles.map((one) => (mayAs(one, role) ? 'yes' : ''));
    const limit = limits[typeof events === 'string' ? events : 'event'] ?? 'their events';
    return [`\`${nameOf(route)}\``, ...cells, limit];
  });
  return [columns, columns.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

describe('every call of a person', () => {
  let own: Show;
  let other: Show;
  /** The limited people are not limited to any event that the calls could remove: only a session's event is real. */
  const [ownId, otherId] = [unknownIds().event, unknownIds().event];

  beforeAll(async () => {
    own = await openPricedShow(service);
    other = await openPricedShow(service);
  });

  async function idsOn(show: Show, event: string): Promise<ObjectIds> {
    return { ...unknownIds(), event, session: await sessionCalls(service, show).open() };
  }

  /** The path of the call; optional filters of the event are given, and streams fail before they begin. */
  function pathOf(route: Route, path: string, event: string): string {
    const scope = route.access?.events;
    const isNamed = typeof scope !== 'object' || scope.in !== 'query' || path.includes('?');
    const named = isNamed ? path : `${path}?${(scope as { member: string }).member}=${event}`;
    return route.operationId === 'streamChanges' ? `${named}&after=none` : named;
  }

  async function outcome(route: Route, person: Hired, ids: ObjectIds): Promise<string> {
    const { path, body } = callOf(route, ids);
    const options = route.caller === 'legacy' ? { key: person.token } : person.options;
    const sent = body === undefined ? options : { ...options, body };
    const got = outcomeOf(await service.call(route.method, pathOf(route, path, ids.event), sent));
    return refusals.includes(got) ? got : 'allowed';
  }

  async function surprises(
    person: Hired,
    ids: ObjectIds,
    expected: (route: Route) => string,
  ): Promise<readonly (readonly string[])[]> {
    const found: string[][] = [];
    for (const route of forPeople()) {
      const got = await outcome(route, person, ids);
      if (got !== expected(route)) found.push([nameOf(route), got, expected(route)]);
    }
    return found;
  }

  const needs = (route: Route, role: Role): boolean => mayAs(role, (route.access as { role: Role }).role);
  const scopeOf = (route: Route): EventScope => (route.access as { events: EventScope }).events;

  test.each(roles)('as %s is allowed or refused as declared', async (role) => {
    const person = await hire(service, role);
    const ids = await idsOn(own, ownId);
    expect(await surprises(person, ids, (route) => (needs(route, role) ? 'allowed' : '403 ROLE_NOT_ALLOWED'))).toEqual(
      [],
    );
  });

  test.each(['MANAGER', 'BOX_OFFICE', 'VIEWER'] as const)(
    'as %s with a limit reaches its events only',
    async (role) => {
      const person = await hire(service, role, [ownId, own.eventId]);
      const onOwn = (route: Route): string => {
        if (!needs(route, role)) return '403 ROLE_NOT_ALLOWED';
        return scopeOf(route) === 'whole' ? '403 EVENT_NOT_ALLOWED' : 'allowed';
      };
      const onOther = (route: Route): string => {
        const scope = scopeOf(route);
        return onOwn(route) === 'allowed' && scope !== 'shared' && scope !== 'filtered'
          ? '403 EVENT_NOT_ALLOWED'
          : onOwn(route);
      };
      expect(await surprises(person, await idsOn(own, ownId), onOwn)).toEqual([]);
      expect(await surprises(person, await idsOn(other, otherId), onOther)).toEqual([]);
    },
  );

  test('lists their events only', async () => {
    const { eventId } = own;
    const series = { name: 'Series', templateEventId: other.eventId, timeZone: 'UTC' };
    const { token: key } = service.catalog.organization;
    const { id } = succeeded(await service.call('POST', '/api/private/v2.0/series/', { key, body: series })).body;
    const start = '2027-06-01T19:30:00';
    const body = { name: 'One', start, end: '2027-06-01T22:00:00' };
    succeeded(await service.call('POST', `/api/private/v2.0/series/${id}/events/`, { key, body }));
    const person = await hire(service, 'VIEWER', [eventId]);
    const idsOf = async (path: string, options = person.options): Promise<string[]> => {
      const answer = succeeded(await service.call('GET', path, options)).body;
      return (answer.content ?? answer).map((event: { id: string }) => event.id);
    };
    expect(await idsOf('/api/private/v2.0/events/')).toEqual([eventId]);
    expect(await idsOf('/api/events/')).toEqual([eventId]);
    expect(await idsOf('/api/private/v1.0/events/', { key: person.token })).toEqual([eventId]);
    expect(await idsOf(`/api/private/v2.0/series/${id}/events/`)).toEqual([]);
  });
});

describe('the box office', () => {
  const days = (count: number) => service.clock.advance(count * 24 * 3_600_000);

  test('releases and exchanges what was bought within the day, and nothing older', async () => {
    const show = await openPricedShow(service);
    const calls = sessionCalls(service, show);
    const person = await hire(service, 'BOX_OFFICE');
    const bought = async (seat: number) => {
      const id = await calls.open([show.seats[seat] as number]);
      succeeded(await calls.checkout(id));
      succeeded(await calls.confirm(id));
      return id;
    };
    const path = (id: string, verb: string) => `/api/private/v2.0/session/${id}/${verb}`;
    const first = await bought(0);
    const second = await bought(1);
    expect((await person.ask('POST', path(first, 'release'))).status).toBe(200);
    await days(1.1);
    expect(outcomeOf(await person.ask('POST', path(second, 'release')))).toBe('403 ROLE_NOT_ALLOWED');
    const exchanging = { release: { seats: [show.seats[1]] }, take: { seats: [show.seats[2]] } };
    expect(outcomeOf(await person.ask('POST', path(second, 'exchange'), exchanging))).toBe('403 ROLE_NOT_ALLOWED');
    expect((await (await hire(service, 'MANAGER')).ask('POST', path(second, 'release'))).status).toBe(200);
    expect(outcomeOf(await person.ask('POST', path(unknownIds().session, 'release')))).toBe('404 ENTITY_NOT_FOUND');
  });
});
