/** The index of composite keys of stored layouts: complete, small, and rebuilt when the layout changes. */
import { sql } from 'slonik';
import { Layouts } from '#storage/layouts/layouts.ts';
import { SeatKeyDirectory } from '#storage/layouts/seat-keys.ts';
import { openShow } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { eventually } from '../../support/eventually.ts';

const catalog = catalogOfFile();
let directory: SeatKeyDirectory;

beforeAll(async () => {
  directory = new SeatKeyDirectory(catalog.pool, catalog.notifications);
});

test('composite keys find every seat and area of a layout by names and by ids', async () => {
  const { schema } = await openShow(catalog);
  const keys = await directory.get(schema.id);
  const layouts = new Layouts(catalog.pool);
  const sections = new Map((await layouts.sections(schema.id)).map((section) => [section.id, section]));
  let found = 0;
  for await (const page of layouts.seats(schema.id)) {
    for (const { id, name, rowId, rowName, sectionId } of page) {
      expect(keys.find([sections.get(sectionId)?.name, rowName, name].join(';;'))).toEqual({ kind: 'seat', id });
      expect(keys.find([sectionId, rowId, id].join(';;'))).toEqual({ kind: 'seat', id });
      found++;
    }
  }
  expect(found).toBe(9);
  const floor = [...sections.values()].find(({ ga }) => ga);
  expect(keys.find('Floor')).toEqual({ kind: 'area', id: floor?.id });
  expect(keys.find(String(floor?.id))).toEqual({ kind: 'area', id: floor?.id });
});

test('composite keys find the seats of a row that is longer than a page', async () => {
  const sections = [{ name: 'Stand', rows: [{ name: 'A', seatCount: 20_005 }] }];
  const { schema } = await openShow(catalog, { name: 'Long', sections });
  const keys = await directory.get(schema.id);
  const [first, last] = [keys.find('Stand;;A;;1'), keys.find('Stand;;A;;20005')];
  expect((last?.id ?? 0) - (first?.id ?? 0)).toBe(20_004);
  expect(keys.find('Stand;;A;;20006')).toBeNull();
});

test('composite keys of removed seats and areas find nothing after the layout has changed', async () => {
  const { schema } = await openShow(catalog);
  const keys = await directory.get(schema.id);
  expect(keys.find('Stalls;;A;;1')).not.toBeNull();
  expect(await directory.get(schema.id)).toBe(keys);
  await catalog.pool.query(sql.unsafe`
    update seat set removed_version = 1 where schema_id = ${schema.id} and index = 0
  `);
  await catalog.pool.query(sql.unsafe`update section set removed_version = 1 where schema_id = ${schema.id} and ga`);
  await catalog.notifications.applied('schema', schema.id);
  const later = await directory.get(schema.id);
  expect([later.find('Stalls;;A;;1'), later.find('Floor')]).toEqual([null, null]);
  expect(later.find('Stalls;;A;;2')).toEqual(keys.find('Stalls;;A;;2'));
});

test('the index of composite keys is rebuilt when another node changes the layout', async () => {
  const { schema } = await openShow(catalog);
  const keys = await directory.get(schema.id);
  await catalog.pool.query(sql.unsafe`
    update schema set layout_version = layout_version + 1 where id = ${schema.id}
  `);
  await eventually(async () => (await directory.get(schema.id)) !== keys);
});

test('the index of composite keys is small for 200,000 seats', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => ({ name: `Row ${row}`, seatCount: 40 }));
  const sections = Array.from({ length: 10 }, (_, at) => ({ name: `Block ${at}`, rows }));
  const { schema } = await openShow(catalog, { name: 'Stadium', sections });
  const keys = await directory.get(schema.id);
  expect(keys.weight).toBe(10 + 5_000 + 40);
  expect(keys.find('Block 9;;Row 499;;40')).not.toBeNull();
});
