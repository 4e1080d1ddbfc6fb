/**
 * The changes that the service needs to have the present drawing: the body of the call that every editor tool makes.
 * Names only what differs, so that things which somebody else has changed meanwhile are not put back. Pure.
 */
import type { paths } from '../../../client/index.ts';
import {
  type Drawing,
  emptyDrawing,
  flagNames,
  type Row,
  type Seat,
  type Section,
  type Shape,
  type Unit,
} from './drawing.ts';

type Sent = paths['/api/seatmap/{schemaId}/']['put']['requestBody']['content']['application/json'];
type SentOf<List extends 'sectors' | 'rows' | 'seats' | 'shapes'> = NonNullable<Sent[List]>[number];

export function sentDrawing(stored: Drawing, now: Drawing): Sent {
  return {
    sectors: differences(stored.sections, now.sections, sentSector),
    rows: differences(stored.rows, now.rows, sentRow),
    seats: differences(stored.seats, now.seats, sentSeat),
    shapes: differences(stored.shapes, now.shapes, sentShape),
    ...(stored.units === now.units ? {} : { units: [...now.units.values()].map(sentUnit) }),
  };
}

/** The whole drawing as new. */
export function sentAsNew(drawing: Drawing): Sent {
  return sentDrawing(emptyDrawing, drawing);
}

/** In the order of the drawing, what is gone at the end. `send`: the members that differ; all of a new item. */
function differences<One, Result>(
  stored: ReadonlyMap<string, One>,
  now: ReadonlyMap<string, One>,
  send: (item: One, before: One | undefined, isGone: boolean) => Result,
): Result[] {
  const kept = [...now].flatMap(([guid, item]) =>
    stored.get(guid) === item ? [] : [send(item, stored.get(guid), false)],
  );
  const gone = [...stored].flatMap(([guid, item]) => (now.has(guid) ? [] : [send(item, item, true)]));
  return [...kept, ...gone];
}

/** How an item is named: a stored one by its id, a new one by its guid. */
function named(guid: string, before: { readonly id: number | null } | undefined) {
  return before === undefined || before.id === null ? { guid } : { id: before.id };
}

function sentSector(
  { guid, name, ga, capacity }: Section,
  before: Section | undefined,
  isGone: boolean,
): SentOf<'sectors'> {
  if (isGone) return { ...named(guid, before), toRemove: true };
  if (before !== undefined) return { ...named(guid, before), name, ...(ga ? { capacity } : {}) };
  return { guid, name, ga, ...(ga ? { capacity } : {}) };
}

function sentRow({ guid, section, name }: Row, before: Row | undefined, isGone: boolean): SentOf<'rows'> {
  if (isGone) return { ...named(guid, before), toRemove: true };
  return before === undefined
    ? { guid, sectorGuid: section, rowNumber: name }
    : { ...named(guid, before), rowNumber: name };
}

function sentSeat(seat: Seat, before: Seat | undefined, isGone: boolean): SentOf<'seats'> {
  const { guid, row, name, x, y, flags, place } = seat;
  if (isGone) return { ...named(guid, before), toRemove: true };
  const isMoved = before === undefined || before.x !== x || before.y !== y;
  const changedFlags = flagNames.filter((flag) => flags.has(flag) !== (before?.flags.has(flag) ?? false));
  return {
    ...named(guid, before),
    ...(before === undefined ? { rowGuid: row, ...(place === null ? {} : { place }) } : {}),
    ...(name === before?.name ? {} : { name }),
    ...(isMoved ? { ax: x, ay: y } : {}),
    ...Object.fromEntries(changedFlags.map((flag) => [flag, flags.has(flag)])),
  };
}

function sentShape(shape: Shape, _: Shape | undefined, isGone: boolean): SentOf<'shapes'> {
  const { guid, id: __, section, points, ...look } = shape;
  if (isGone) return { id: guid, toRemove: true };
  const owner = section === null ? {} : { groupOfSeatsGuid: section, purpose: 'GA' as const };
  return { ...look, id: guid, ...owner, ...(points === null ? {} : { points }) };
}

/** The service takes the whole list. */
function sentUnit({ id, name, booking, min, max, seats }: Unit): NonNullable<Sent['units']>[number] {
  return { ...(id === null ? {} : { id }), name, booking, min, max, seatGuids: [...seats] };
}
