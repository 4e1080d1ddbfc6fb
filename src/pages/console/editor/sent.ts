/**
 * The changes that the service needs to have the present drawing: the body of the call that every editor tool makes.
 * Names only what differs, so that things which somebody else has changed meanwhile are not put back. Pure.
 */
import type { paths } from '../../../client/index.ts';
import {
  type Drawing,
  emptied,
  flagNames,
  type Row,
  type Seat,
  type Section,
  type Shape,
  type Unit,
} from './drawing.ts';
import type { ItemTable } from './item-table.ts';

type Sent = paths['/api/seatmap/{schemaId}/']['put']['requestBody']['content']['application/json'];
type SentOf<List extends 'sectors' | 'rows' | 'seats' | 'shapes'> = NonNullable<Sent[List]>[number];

/** `now`: a drawing that was made of the stored one by changes. */
export function sentDrawing(stored: Drawing, now: Drawing): Sent {
  return {
    sectors: differences(stored.sections, now.sections, sentSector),
    rows: differences(stored.rows, now.rows, sentRow),
    seats: differences(stored.seats, now.seats, sentSeat),
    shapes: differences(stored.shapes, now.shapes, sentShape),
    ...(stored.units === now.units ? {} : { units: Array.from(now.units, sentUnit) }),
  };
}

/** The whole drawing as new. */
export function sentAsNew(drawing: Drawing): Sent {
  return sentDrawing(emptied(drawing), drawing);
}

/** In the order of the drawing, what is gone at the end. The service does not know what has no id. `send`: the members that differ; all of a new item. */
function differences<One extends { readonly guid: string; readonly id: number | null }, Result>(
  stored: ItemTable<One>,
  now: ItemTable<One>,
  send: (item: One, before: One | undefined, isGone: boolean) => Result,
): Result[] {
  const [kept, gone]: [Result[], Result[]] = [[], []];
  for (const place of now.differences(stored)) {
    const [before, item] = [stored.at(place), now.at(place)];
    if (item !== undefined) kept.push(send(item, before, false));
    else if (before !== undefined && before.id !== null) gone.push(send(before, before, true));
  }
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
