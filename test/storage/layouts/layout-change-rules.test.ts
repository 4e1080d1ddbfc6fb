/** Which changes of a layout are refused, who may make them, and in which order; a refused one has no effect. */
import type { SeatRecord } from '#codec/layout-records.ts';
import type { LayoutChange } from '#domain/layout/layout-change.ts';
import { separateChanges } from '#storage/database/call-changes.ts';
import { request } from '#storage/layouts/schema-clone-requests.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { layoutChange, newRow, newSeat, newSection, newShape } from '../../support/layout-edits.ts';
import { type StoredLayouts, storedLayouts } from '../../support/stored-layouts.ts';

const catalog = catalogOfFile();
let stored: StoredLayouts;

beforeAll(async () => {
  stored = storedLayouts(catalog);
});

describe('a change of a layout', () => {
  test.each<[string, (seats: readonly SeatRecord[]) => LayoutChange, object]>([
    [
      'a seat that does not exist',
      () => layoutChange({ seats: { change: [{ id: 1_000_000, name: 'x' }] } }),
      { list: 'seats', action: 'change', at: 0, code: 'UNKNOWN_VALUE' },
    ],
    [
      'a row that is removed',
      ([seat]) => layoutChange({ rows: { remove: [seat!.rowId] }, seats: { add: [newSeat(seat!.rowId, 'x', null)] } }),
      { list: 'seats', action: 'add', member: 'row' },
    ],
    [
      'a name that exists already',
      ([seat]) => layoutChange({ seats: { add: [newSeat(seat!.rowId, 'x', null), newSeat(seat!.rowId, '3', null)] } }),
      { list: 'seats', action: 'add', at: 1, member: 'name', code: 'DUPLICATE' },
    ],
    [
      'a name that would exist twice',
      ([seat, next]) => layoutChange({ seats: { change: [{ id: seat!.id, name: next!.name }] } }),
      { list: 'seats', action: 'change', at: 0, code: 'DUPLICATE' },
    ],
    [
      'a name that contains the separator of composite keys',
      ([seat]) => layoutChange({ rows: { change: [{ id: seat!.rowId, name: 'A;;B' }] } }),
      { list: 'rows', code: 'PATTERN' },
    ],
    [
      'two new sections with the same name',
      () => layoutChange({ sections: { add: [newSection('Twice'), newSection('Twice')] } }),
      { list: 'sections', at: 0, code: 'DUPLICATE' },
    ],
    [
      'a row in an area',
      () =>
        layoutChange({
          sections: {
            add: [newSection('Area', { ga: true, capacity: 3, guid: 'eeeeeeee-1111-4111-8111-111111111111' })],
          },
          rows: { add: [newRow('eeeeeeee-1111-4111-8111-111111111111', 'R')] },
        }),
      { list: 'rows', member: 'section' },
    ],
    [
      'more places than an area can have',
      () => layoutChange({ sections: { add: [newSection('Area', { ga: true, capacity: 1_000_001 })] } }),
      { member: 'capacity', code: 'MAX' },
    ],
    [
      'a shape of an unknown section',
      () => layoutChange({ shapes: { add: [newShape({ section: 99_999_999 })] } }),
      { list: 'shapes', member: 'section' },
    ],
    [
      'two changes of the same seat',
      ([seat]) => layoutChange({ seats: { change: [{ id: seat!.id }, { id: seat!.id }] } }),
      { at: 1, code: 'DUPLICATE' },
    ],
  ])('is refused for %s, and has no effect', async (_, wanted, fault) => {
    const schemaId = await stored.store();
    const seats = await stored.seatsOf(schemaId);
    const sections = await stored.layouts.sections(schemaId);
    const outcome = await stored.change(schemaId, wanted(seats));
    expect(outcome).toEqual({ outcome: 'invalid', faults: expect.arrayContaining([expect.objectContaining(fault)]) });
    expect(await stored.seatsOf(schemaId)).toEqual(seats);
    expect(await stored.layouts.sections(schemaId)).toEqual(sections);
    expect(await stored.layouts.version(schemaId)).toBe(0);
  });

  test('is only possible for the organization of the schema', async () => {
    const schemaId = await stored.store();
    const request = { schemaId, change: layoutChange({}), forceDelete: false };
    expect(
      await stored.changes.change(separateChanges(catalog.pool), { ...request, organizationId: catalog.other.id }),
    ).toEqual({
      outcome: 'unknown',
    });
  });

  test('without any difference creates no version', async () => {
    const schemaId = await stored.store();
    const [seat] = await stored.seatsOf(schemaId);
    expect(await stored.change(schemaId, layoutChange({}))).toEqual({ outcome: 'unchanged' });
    const same = layoutChange({ seats: { change: [{ id: seat!.id, name: seat!.name }] } });
    expect(await stored.change(schemaId, same)).toEqual({ outcome: 'unchanged' });
    expect(await stored.layouts.version(schemaId)).toBe(0);
  });

  test('waits for another change of the same schema and sees its effect', async () => {
    const schemaId = await stored.store();
    const [seat] = await stored.seatsOf(schemaId);
    const other = storedLayouts(catalog).changes;
    const add = (name: string) => layoutChange({ seats: { add: [newSeat(seat!.rowId, name, null)] } });
    const organizationId = catalog.organization.id;
    const outcomes = await Promise.all([
      stored.change(schemaId, add('x')),
      other.change(separateChanges(catalog.pool), { organizationId, schemaId, change: add('y'), forceDelete: false }),
      stored.change(schemaId, add('x')),
    ]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['changed', 'changed', 'invalid']);
    expect((await stored.shown(schemaId)).filter((name) => name.startsWith('A')).toSorted()).toEqual(
      ['A 1', 'A 1', 'A 2', 'A 2', 'A 3', 'A 4', 'A x', 'A y'].toSorted(),
    );
    expect(await stored.layouts.version(schemaId)).toBe(2);
  });

  test('is refused while the schema is being cloned', async () => {
    const schemaId = await stored.store();
    await request(catalog.pool, catalog.organization.id, schemaId);
    expect(await stored.change(schemaId, layoutChange({}))).toEqual({ outcome: 'cloning' });
  });
});
