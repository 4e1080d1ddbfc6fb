/**
 * Builds a call on any declared route from its declaration: its example body, with the ids in path, query and body
 * replaced by the ids of given objects. A route for which no call can be built is an error and is never skipped.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Route } from '#http/pipeline/route.ts';

/** One object of every kind that a route can name. */
export interface ObjectIds {
  readonly event: string;
  readonly clone: string;
  readonly session: string;
  readonly schema: number;
  readonly venue: number;
  readonly price: number;
  readonly zone: number;
  readonly organization: number;
  readonly series: number;
  readonly seat: number;
  readonly area: number;
  readonly webhook: number;
  readonly delivery: number;
  readonly passKey: string;
  readonly erasure: string;
  readonly allotment: string;
  readonly person: number;
  readonly code: string;
}

type Kind = keyof ObjectIds;

/** The kind of object that the parameter after this path segment names. */
const kindsBySegment: Readonly<Record<string, Kind>> = {
  events: 'event',
  event: 'event',
  schemas: 'schema',
  clone: 'schema',
  result: 'clone',
  session: 'session',
  venues: 'venue',
  prices: 'price',
  pricing_zones: 'zone',
  organizations: 'organization',
  series: 'series',
  seatmap: 'schema',
  webhooks: 'webhook',
  deliveries: 'delivery',
  'pass-keys': 'passKey',
  erasure: 'erasure',
  allotments: 'allotment',
  people: 'person',
  'checkout-codes': 'code',
  seats: 'seat',
  areas: 'area',
};

const kindsByMember: Readonly<Record<string, Kind>> = {
  eventId: 'event',
  templateEventId: 'event',
  schemaId: 'schema',
  venueId: 'venue',
};
const kindsByList: Readonly<Record<string, Kind>> = { seats: 'seat', groupOfSeats: 'area', pricingZones: 'zone' };

const firstUnknownNumber = 4_000_000_000;

/** Ids that no object has. */
export function unknownIds(): ObjectIds {
  let next = firstUnknownNumber;
  const uuids = { event: randomUUID(), clone: randomUUID(), session: randomUUID(), erasure: randomUUID() };
  const [schema, venue, price, zone, organization, series, seat, area, webhook, delivery, person] = Array.from(
    { length: 11 },
    () => next++,
  ) as [number, number, number, number, number, number, number, number, number, number, number];
  const numbers = { schema, venue, price, zone, organization, series, seat, area, webhook, delivery, person };
  return { ...uuids, allotment: randomUUID(), ...numbers, passKey: 'unknown', code: 'unknown' };
}

export interface RouteCall {
  readonly path: string;
  readonly body: unknown;
  /** Whether it names an object by its id, so that its answer depends on the object's organization. */
  readonly isAddressed: boolean;
}

/** The route's example call on these objects. Throws if the kind of a parameter is not known. */
export function callOf(route: Route, ids: ObjectIds): RouteCall {
  let isAddressed = false;
  const idOf = (kind: Kind): string | number => {
    isAddressed = true;
    return ids[kind];
  };
  const name = `${route.method} ${route.path}`;
  const segments = route.path.split('/');
  const filled = segments.map((segment, index) => {
    if (!segment.startsWith('{')) return segment;
    const kind = kindsBySegment[segments[index - 1] ?? ''];
    if (kind === undefined) throw new Error(`add to ${import.meta.filename} which kind ${segment} of ${name} names`);
    return idOf(kind);
  });
  const noun = segments.findLast((segment) => kindsBySegment[segment] !== undefined);
  const own = noun === undefined ? undefined : kindsBySegment[noun];
  const query = queryOf(
    route,
    name,
    (member) => (member === 'id' ? (legacyKind(route) ?? own) : kindsByMember[member]),
    idOf,
  );
  const assigned = route.path.includes('pricing_zones') ? 'zone' : 'price';
  const example: unknown = route.requestExample;
  // Only the first entry of a list: all entries would name the same object.
  const body = replaced(Array.isArray(example) ? example.slice(0, 1) : example, (member, list) => {
    if (member === 'assignmentId') return idOf(assigned);
    // The caller's own names inside a price: they are no objects.
    if (list === 'ticketTypes') return undefined;
    const listed = list === undefined ? undefined : kindsByList[list];
    if (member === 'id' || member === 'objectId') return (listed ?? own) && idOf((listed ?? own) as Kind);
    const kind = kindsByMember[member];
    return kind === undefined ? undefined : idOf(kind);
  });
  return { path: `${filled.join('/')}${query}`, body, isAddressed };
}

/** In the legacy interface `id` in the query is the event, except where a price is deleted. */
function legacyKind({ method, path }: Route): Kind | undefined {
  if (!path.startsWith('/api/private/v1.0/')) return undefined;
  return method === 'DELETE' && path.endsWith('/prices/') ? 'price' : 'event';
}

/** The query with every required parameter. */
function queryOf(
  route: Route,
  name: string,
  kindOf: (member: string) => Kind | undefined,
  idOf: (kind: Kind) => string | number,
): string {
  if (!(route.query instanceof z.ZodObject)) return '';
  const required = Object.entries(route.query.shape).filter(
    ([, field]) => !(field as z.ZodType).safeParse(undefined).success,
  );
  const pairs = required.map(([member]) => {
    const kind = kindOf(member);
    if (kind === undefined) throw new Error(`add to ${import.meta.filename} which kind ${member} of ${name} names`);
    return `${member}=${idOf(kind)}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A copy with members replaced for which `idFor` returns an id; `list` is the name of the nearest enclosing member. */
function replaced(value: unknown, idFor: (member: string, list?: string) => unknown, list?: string): unknown {
  if (Array.isArray(value)) {
    // A list of plain ids names objects as a list of lines does.
    const isOfIds = list !== undefined && list in kindsByList;
    return value.map((one) => (isOfIds && typeof one === 'number' ? idFor('id', list) : replaced(one, idFor, list)));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([member, part]) => {
    const isPlain = typeof part === 'number' || typeof part === 'string';
    return [member, (isPlain ? idFor(member, list) : undefined) ?? replaced(part, idFor, member)];
  });
  return Object.fromEntries(entries);
}
