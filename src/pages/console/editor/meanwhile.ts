/**
 * Keeps what a person draws or takes back while a save runs. The answer to the save has new ids, so these edits become a
 * change of the stored drawing. Pure.
 */
import { type Change, type Drawing, type Kind, kinds, type Seat, seatsIn } from './drawing.ts';
import type { ItemTable, Patch } from './item-table.ts';

interface Item {
  readonly guid: string;
  readonly id: number | null;
}

/**
 * The change that turns `stored` into `now`. `saved`: the drawing that was sent. `now`: the drawing of this moment. `stored`: what the
 * service has answered, in which new items have ids, and new units have other guids.
 */
export function drawnMeanwhile(saved: Drawing, now: Drawing, stored: Drawing): Change {
  const places = newPlaces(saved, now, stored);
  const storedGuid = storedUnits(saved, stored);
  const patchesOf = (kind: Kind): Patch<Item>[] => {
    const [before, after, own] = [saved, now, stored].map((drawing) => drawing[kind] as ItemTable<Item>) as [
      ...[ItemTable<Item>, ItemTable<Item>, ItemTable<Item>],
    ];
    const patches: Patch<Item>[] = [];
    for (const place of after.differences(before)) {
      const [was, is] = [before.at(place), after.at(place)];
      const guid = (is ?? was)?.guid ?? '';
      const known = own.get(kind === 'units' ? storedGuid(guid) : guid) ?? null;
      if (is === undefined) patches.push({ before: known, after: null });
      else if (known === null) patches.push({ before: null, after: { ...is, id: null, ...places.get(guid) } });
      else patches.push({ before: known, after: { ...known, ...differences(was, is) } });
    }
    return patches.filter(({ before, after }) => before !== null || after !== null);
  };
  return Object.fromEntries(kinds.map((kind) => [kind, patchesOf(kind)])) as Change;
}

/** The members of an item that are not what they were. An item is found by its guid, and the service gives the id. */
function differences(was: Item | undefined, is: Item): Partial<Item> {
  const entries = Object.entries(is).filter(
    ([member, value]) => member !== 'guid' && member !== 'id' && was?.[member as 'guid'] !== value,
  );
  return Object.fromEntries(entries);
}

/** Stored units have guids of the page's own. A new one is found by its seats: a seat is in one unit at most. */
function storedUnits(saved: Drawing, stored: Drawing): (guid: string) => string {
  const bySeat = new Map<string, string>();
  for (const { guid, seats } of stored.units) for (const seat of seats) bySeat.set(seat, guid);
  return (guid) => {
    const unit = saved.units.get(guid);
    return unit?.id === null ? (bySeat.get(unit.seats[0] ?? '') ?? guid) : guid;
  };
}

/** Where seats that the service does not have stand among the seats of their row that it has. Also of those brought back. */
function newPlaces(saved: Drawing, now: Drawing, stored: Drawing): ReadonlyMap<string, Pick<Seat, 'place'>> {
  const rows = new Set<string>();
  for (const place of now.seats.differences(saved.seats)) {
    const seat = now.seats.at(place);
    if (seat !== undefined && !stored.seats.has(seat.guid)) rows.add(seat.row);
  }
  const places = new Map<string, Pick<Seat, 'place'>>();
  for (const row of rows) {
    const seats = seatsIn(now, row);
    const all = seats.filter(({ guid }) => stored.seats.has(guid)).length;
    let passed = 0;
    for (const { guid } of seats) {
      if (stored.seats.has(guid)) passed++;
      else places.set(guid, { place: passed === all ? null : passed - 0.5 });
    }
  }
  return places;
}
