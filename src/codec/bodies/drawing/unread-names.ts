/** The members of a drawing that are neither read nor stored, each listed once per list: a warning for their editor. */
import { row, seat, sentDrawing } from './schema.ts';

const namesMax = 100;
const nameLengthMax = 100;

/** Members that reading a map returns and that come back when the map is put. */
const answered = ['orgId', 'id', 'name', 'venueId', 'version', 'warnings'];

const ownOfDrawings: ReadonlySet<string> = new Set([...Object.keys(sentDrawing.shape), ...answered]);
const ownOfRows: ReadonlySet<string> = new Set(Object.keys(row.shape));
const ownOfSeats: ReadonlySet<string> = new Set(Object.keys(seat.shape));

/** `body`: a drawing as it was sent, that the schema accepts. */
export function unreadNames(body: Readonly<Record<string, unknown>>): readonly string[] {
  const names = new Set<string>();
  const note = (item: object, list: string, known: ReadonlySet<string>): void => {
    for (const name in item) {
      if (known.has(name) || names.size === namesMax) continue;
      names.add(list + name.slice(0, nameLengthMax).toWellFormed());
    }
  };
  for (const item of (body.rows as readonly object[] | null | undefined) ?? []) note(item, 'rows[].', ownOfRows);
  for (const item of (body.seats as readonly object[] | null | undefined) ?? []) note(item, 'seats[].', ownOfSeats);
  note(body, '', ownOfDrawings);
  return [...names];
}
