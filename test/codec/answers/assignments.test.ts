/** The whole text of the assignments read and of a layout, from its pieces: valid by the documented schema. */
import fc from 'fast-check';
import { assignmentChunks, assignmentsSchema } from '#codec/answers/assignments.ts';
import { layoutChunks, layoutSchema } from '#codec/answers/layout.ts';
import { encodeSeatHead, encodeSeatPage } from '#codec/answers/seat-entry.ts';
import type { SeatRecord, SectionRecord } from '#codec/layout-records.ts';
import type { AreaInventory, Inventory } from '#domain/inventory-copy.ts';

const utf8 = new TextEncoder();

async function textOf(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(typeof chunk === 'string' ? utf8.encode(chunk) : chunk);
  return Buffer.concat(parts).toString();
}

const places = fc.nat(1_000_000);
const area: fc.Arbitrary<AreaInventory> = fc.record(
  {
    id: fc.integer({ min: 1 }),
    name: fc.string({ unit: 'binary' }),
    ...{ priceId: fc.option(fc.integer({ min: 1 })), priceName: fc.option(fc.string()) },
    ...{ capacity: places, available: places, held: places, locked: places, blocked: places, sold: places },
  },
  { noNullPrototype: true },
);

/** An event without prices whose seats are all ACTIVE. */
function inventoryOf(seats: number, areas: readonly AreaInventory[]): Inventory {
  return {
    ...{ seq: 1, schemaId: 3, layoutVersion: 0, order: null, states: new Uint8Array(seats) },
    ...{ owners: new Int32Array(seats), priceSlots: new Uint16Array(seats), prices: [null], areas },
    ...{ sessions: [], holdTypes: [], properties: [] },
  };
}

test('the assignments read has every seat once, whatever the number of pages, and every area', async () => {
  const sizes = fc.constantFrom(0, 1, 1_999, 2_000, 2_001, 4_500);
  const check = fc.asyncProperty(sizes, fc.array(area, { maxLength: 3 }), async (size, areas) => {
    const heads = Array.from({ length: size }, (_, at) =>
      encodeSeatHead({ id: at + 1, sectionId: 1, rowId: 2, name: String(at), sectionName: 'S', rowName: 'A' }),
    );
    const inventory = inventoryOf(size, areas);
    const text = await textOf(
      assignmentChunks(
        { eventNumber: 7, inventory, encodeSeats: async (page) => utf8.encode(encodeSeatPage(page, heads, [])) },
        null,
      ),
    );
    const shown = assignmentsSchema.strict().parse(JSON.parse(text));
    expect(shown.seatsOnEvent.map(({ id }) => id)).toEqual(heads.map((_, at) => at + 1));
    const groups = areas.map(({ available, ...rest }) => ({ ...rest, activeCount: available }));
    expect(shown.groupsOnEvent).toEqual(JSON.parse(JSON.stringify(groups)));
  });
  await fc.assert(check, { numRuns: 20 });
});

function sectionOf(id: number, ga: boolean): SectionRecord {
  const frame = { x: 1, y: 2, width: null, height: null, angle: null };
  const names = { name: `Section ${id}`, prefix: null, seatPrefix: '"' };
  return { id, ga, capacity: 5, guid: '0d6f7a0e-4c1b-4a55-9a4e-0a4f1d9b2c11', shapes: null, ...names, ...frame };
}

const order = { numRuns: 50 };

test('a layout has its sections, rows and seats nested in their order, however they are paged', async () => {
  const rows = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 3 })), { maxLength: 6 });
  const check = fc.asyncProperty(rows, fc.integer({ min: 1, max: 4 }), async (rows, pageLength) => {
    const sections: SectionRecord[] = [sectionOf(1, false)];
    const seats: SeatRecord[] = [];
    for (const [rowIndex, [beginsSection, count]] of rows.entries()) {
      if (beginsSection) sections.push(sectionOf(sections.length + 1, rowIndex % 2 === 1 && count === 3));
      if (sections.at(-1)?.ga === true) continue;
      for (let at = 0; at < count; at++) {
        const row = {
          rowId: rowIndex + 1,
          rowName: `R${rowIndex}`,
          rowX: 0,
          rowY: rowIndex,
          sectionId: sections.length,
        };
        const seat = { id: seats.length + 1, index: seats.length, name: `${at}`, x: at, y: 0 };
        seats.push({ ...seat, accessible: at === 0, marked: false, features: 0, ...row });
      }
    }
    async function* pages() {
      for (let from = 0; from < seats.length; from += pageLength) yield seats.slice(from, from + pageLength);
    }
    const head = { id: 7, name: 'Hall "7"', venueId: null, capacity: seats.length };
    const text = await textOf(layoutChunks(head, { sections, decorations: [], focalPoint: null }, pages()));
    const shown = layoutSchema.strict().parse(JSON.parse(text));
    expect(shown).toMatchObject({ ...head, focalPoint: null, shapes: [] });
    expect(shown.sections.map(({ id }) => id)).toEqual(sections.map(({ id }) => id));
    const nested = shown.sections.flatMap((section) =>
      section.rows.flatMap((row) => row.seats.map((seat) => [section.id, row.id, row.name, seat.id, seat.accessible])),
    );
    expect(nested).toEqual(
      seats.map(({ sectionId, rowId, rowName, id, accessible }) => [sectionId, rowId, rowName, id, accessible]),
    );
    expect(shown.areas.map(({ id }) => id)).toEqual(sections.filter(({ ga }) => ga).map(({ id }) => id));
  });
  await fc.assert(check, order);
});
