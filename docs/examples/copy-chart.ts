/**
 * Copies a published chart of another service, as a JSON file, into a schema: its seats, areas and drawing by the import,
 * and its categories as pricing zones. Stores nothing when the file has a mistake.
 * Start it: ORGANIZATION_TOKEN=… node docs/examples/copy-chart.ts http://127.0.0.1:8080 chart.json "Main hall"
 */
import { readFile } from 'node:fs/promises';
import { type components, createClient, dataOf } from 'usher/client';

type Layout = components['schemas']['Layout'];
type Objects = 'seats' | 'groupOfSeats';

interface Item {
  readonly label?: string;
  readonly sectionLabel?: string;
  readonly categoryKey?: string | number;
  readonly seats?: readonly Item[];
}

interface Floor {
  readonly floorName?: string;
  readonly rows?: readonly Item[];
  readonly tables?: readonly Item[];
  readonly booths?: readonly Item[];
  readonly generalAdmissionAreas?: readonly Item[];
  readonly sections?: readonly (Item & { readonly subChart?: Floor })[];
}

interface Chart {
  readonly name?: string;
  readonly categories?: { readonly list?: readonly { readonly key: string | number; readonly label: string }[] };
  readonly subChart?: Floor;
  readonly subChartFloors?: readonly Floor[];
}

const [baseUrl = 'http://127.0.0.1:8080', file = '', name] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey: process.env.ORGANIZATION_TOKEN ?? '' });
const chart = JSON.parse(await readFile(file, 'utf8')) as Chart;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const { data, problem } = await client.POST('/api/private/v2.0/schemas/import/', {
  params: { query: { format: 'json', ...(name === undefined ? {} : { name }) } },
  body: chart as never,
});
if (problem !== undefined) {
  say(problem.detail);
  if (problem.errorCode === 'VALIDATION_FAILED')
    for (const { field, message } of problem.errors) say(`${field} ${message}`);
  process.exit(1);
}
const { schema, seats, areas, warnings } = data;
if (schema === null) throw new Error('the service has only checked the file');
say(`schema ${schema.id}: ${seats} seats, ${areas} areas`);
for (const warning of warnings) say(warning);
await copyCategories(schema.id);

/** Makes a pricing zone of each category, and gives it the seats and areas of that category. */
async function copyCategories(schemaId: number): Promise<void> {
  const list = chart.categories?.list ?? [];
  if (list.length === 0) return;
  const path = { schemaId };
  const body = list.map(({ label }) => ({ name: label, schemaId }));
  const zones = dataOf(
    await client.POST('/api/private/v2.0/schemas/{schemaId}/pricing_zones/', { params: { path }, body }),
  );
  const zoneOf = new Map(list.map(({ key }, at) => [String(key), zones[at]?.id]));
  const layout = dataOf(
    await client.GET('/api/private/v2.0/schemas/{id}/layout/', { params: { path: { id: schemaId } } }),
  );
  const categories = categoriesOf(chart);
  const lines = { seats: [], groupOfSeats: [] } as Record<Objects, { objectId: number; assignmentId: number }[]>;
  for (const [kind, id, place] of placesOf(layout)) {
    const assignmentId = zoneOf.get(categories.get(place) ?? '');
    if (assignmentId !== undefined) lines[kind].push({ objectId: id, assignmentId });
  }
  const assignments = '/api/private/v2.0/schemas/{schemaId}/pricing_zones/assignments/';
  dataOf(await client.POST(assignments, { params: { path }, body: lines }));
  const count = lines.seats.length + lines.groupOfSeats.length;
  say(`${zones.length} pricing zones of ${count} seats and areas: give each a price`);
}

/** The category of each seat and area, by the names that the import gives. */
function categoriesOf({ subChart, subChartFloors = [] }: Chart): Map<string, string> {
  const found = new Map<string, string>();
  const isTall = subChartFloors.length > 1;
  const floors = subChartFloors.length > 0 ? subChartFloors : [subChart ?? {}];
  for (const [at, floor] of floors.entries()) {
    readFloor(floor, isTall ? `${floor.floorName || at + 1} ` : '', found);
  }
  return found;
}

function readFloor(floor: Floor, prefix: string, found: Map<string, string>, within?: string): void {
  const note = (place: readonly (string | undefined)[], item: Item, row?: Item): void => {
    const category = item.categoryKey ?? row?.categoryKey;
    if (category !== undefined) found.set(place.join('\n'), String(category));
  };
  const noteRows = (rows: readonly Item[] = [], sectionOf: (row: Item) => string): void => {
    for (const row of rows)
      for (const seat of row.seats ?? []) note([sectionOf(row), row.label, seat.label], seat, row);
  };
  noteRows(floor.rows, (row) => within ?? prefix + (row.sectionLabel || 'Main'));
  noteRows(floor.tables, () => within ?? `${prefix}Tables`);
  for (const booth of floor.booths ?? []) note([within ?? `${prefix}Booths`, 'Booths', booth.label], booth);
  for (const area of floor.generalAdmissionAreas ?? []) note([`${prefix}${area.label}`], area);
  for (const { label, subChart } of floor.sections ?? []) {
    if (subChart !== undefined) readFloor(subChart, prefix, found, `${prefix}${label}`);
  }
}

function placesOf({ sections }: Layout): (readonly [kind: Objects, id: number, place: string])[] {
  const areas = sections.filter(({ ga }) => ga).map(({ id, name }) => ['groupOfSeats', id, name] as const);
  const seats = sections.flatMap((section) =>
    section.rows.flatMap((row) =>
      row.seats.map((seat) => ['seats', seat.id, [section.name, row.name, seat.name].join('\n')] as const),
    ),
  );
  return [...areas, ...seats];
}
