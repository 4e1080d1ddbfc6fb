/** A map that would block the event loop: parsed in a thread, written and answered in pieces, sent back unchanged. */
import { type Drawing, guidOf } from '../../support/drawings.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

const seatCount = Number(process.env.DRAWN_SEATS ?? 6_000);
const seatsPerRow = 100;
const rowCount = Math.ceil(seatCount / seatsPerRow);
const limitBytes = 64 * 1024 * 1024;

let service: TestService;
let editor: Editor;

beforeAll(async () => {
  service = await startTestService();
  editor = await openEditor(service);
});

afterAll(() => service.close());

const stadium = {
  sectors: [{ guid: guidOf(1), name: 'Stand', x: 10, y: 20 }],
  rows: Array.from({ length: rowCount }, (_, row) => ({
    guid: guidOf(1_000 + row),
    sectorGuid: guidOf(1),
    rowNumber: `R${row}`,
  })),
  seats: Array.from({ length: seatCount }, (_, seat) => {
    const [row, column] = [Math.floor(seat / seatsPerRow), seat % seatsPerRow];
    const [x, y] = [column * 2.5, row * 3];
    return {
      guid: guidOf(1_000_000 + seat),
      rowGuid: guidOf(1_000 + row),
      name: `${column}`,
      x,
      y,
      ax: x + 10,
      ay: y + 20,
    };
  }),
};

test('a large seat map is stored and read, and makes no new version when it is sent back unchanged', async () => {
  const { schemaId } = await editor.makeSchema();
  const map: Drawing = succeeded(await editor.draw(schemaId, stadium)).body;
  expect(map.seats).toHaveLength(seatCount);
  const byGuid = new Map(map.seats.map((seat) => [seat.guid, seat]));
  const kept = stadium.seats.filter((seat) => {
    const shown = byGuid.get(seat.guid);
    return Object.entries(seat).every(([name, value]) => shown?.[name as 'id'] === (value as unknown));
  });
  expect(kept).toHaveLength(seatCount);
  expect(map.rows.map(({ guid }) => guid).toSorted()).toEqual(stadium.rows.map(({ guid }) => guid));
  const { body } = succeeded(await editor.draw(schemaId, map));
  expect(body.version).toBe(1);
  expect(body.seats).toEqual(map.seats);
});

test('a seat map whose body exceeds the limit is refused', async () => {
  const { schemaId } = await editor.makeSchema();
  const answer = await editor.draw(schemaId, `"${'x'.repeat(limitBytes)}"`);
  expect(outcomeOf(answer)).toBe('413 PAYLOAD_TOO_LARGE');
});
