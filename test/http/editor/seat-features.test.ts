/** The features of seats: sent with a layout, for counted rows and in drawings, and shown wherever a layout is read. */
import { errorsOf } from '../../support/answers.ts';
import { type Editor, openEditor } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { mapReads } from '../../support/map-calls.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/schemas/';

useService();

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor(service);
});

const place = { x: 0, y: 0 };
const hall = {
  name: 'Hall',
  sections: [
    {
      name: 'Stalls',
      rows: [
        {
          name: 'A',
          seats: [
            { name: '1', ...place, wheelchair: true, accessible: true, stepFree: true },
            { name: '2', x: 20, y: 0, companion: true, hearing: false },
            { name: '3', x: 40, y: 0 },
          ],
        },
        {
          name: 'B',
          seatCount: 6,
          seatFlags: [
            { from: 1, to: 4, stepFree: true, hearing: true },
            { from: 2, to: 2, wheelchair: true, accessible: true },
            { from: 6, to: 6, restrictedView: true, marked: true },
          ],
        },
      ],
    },
  ],
};

/** What the layout's seats are, without places and ids. */
async function kindsOf(schemaId: number): Promise<readonly (readonly object[])[]> {
  const { body } = succeeded(await ask('GET', `${path}${schemaId}/layout/`));
  return body.sections[0].rows.map(({ seats }: { seats: readonly Record<string, unknown>[] }) =>
    seats.map(({ id: _, x: __, y: ___, ...kind }) => kind),
  );
}

const ordinary = (name: string) => ({ name, accessible: false, marked: false });
const expected = [
  [
    { name: '1', accessible: true, marked: false, wheelchair: true, stepFree: true },
    { ...ordinary('2'), companion: true },
    ordinary('3'),
  ],
  [
    { ...ordinary('1'), stepFree: true, hearing: true },
    { name: '2', accessible: true, marked: false, wheelchair: true, stepFree: true, hearing: true },
    { ...ordinary('3'), stepFree: true, hearing: true },
    { ...ordinary('4'), stepFree: true, hearing: true },
    ordinary('5'),
    { name: '6', accessible: false, marked: true, restrictedView: true },
  ],
];

async function made(): Promise<number> {
  return succeeded(await ask('POST', path, hall)).body.id;
}

test('a layout keeps the features of listed and of counted seats, and shows those that a seat has', async () => {
  expect(await kindsOf(await made())).toEqual(expected);
});

test('a map lists the seats with each feature, and says nothing of features that no seat has', async () => {
  const schemaId = await made();
  const { body: layout } = succeeded(await ask('GET', `${path}${schemaId}/layout/`));
  const ids = layout.sections[0].rows.map(({ seats }: { seats: readonly { id: number }[] }) =>
    seats.map(({ id }) => id),
  );
  const { body: map } = succeeded(await mapReads(service, '').schema(schemaId));
  const { accessible, marked, eventName: _, ...features } = map.configuration;
  expect([accessible, marked]).toEqual([[ids[0][0], ids[1][1]], [ids[1][5]]]);
  expect(features).toEqual({
    wheelchair: [ids[0][0], ids[1][1]],
    companion: [ids[0][1]],
    stepFree: [ids[0][0], ...ids[1].slice(0, 4)],
    hearing: ids[1].slice(0, 4),
    restrictedView: [ids[1][5]],
  });
  const plain = { name: 'Plain', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 2 }] }] };
  const { id } = succeeded(await ask('POST', path, plain)).body;
  const { body: other } = succeeded(await mapReads(service, '').schema(id));
  expect(other.configuration).toEqual({ accessible: [], marked: [], eventName: null });
});

test('a drawing sets and clears features, and keeps those that it does not name', async () => {
  const schemaId = await made();
  const drawn = async () => succeeded(await editor.map(schemaId)).body.seats;
  const [first, second] = await drawn();
  expect([first, second]).toMatchObject([{ isWheelchair: true, isStepFree: true }, { isCompanion: true }]);
  expect([first.isCompanion, second.isWheelchair]).toEqual([undefined, undefined]);
  const changes = [
    { id: first.id, isStepFree: false, isRestrictedView: true },
    { id: second.id, name: '2a' },
  ];
  const added = { rowId: first.rowId, name: '4', ax: 60, ay: 0, isHearing: true };
  succeeded(await editor.draw(schemaId, { seats: [...changes, added] }));
  const kinds = await kindsOf(schemaId);
  expect(kinds[0]).toEqual([
    { name: '1', accessible: true, marked: false, wheelchair: true, restrictedView: true },
    { ...ordinary('2a'), companion: true },
    ordinary('3'),
    { ...ordinary('4'), hearing: true },
  ]);
  expect(kinds[1]).toEqual(expected[1]);
});

test('a clone has the same features', async () => {
  const schemaId = await made();
  const uuid = succeeded(await ask('POST', `${path}clone/${schemaId}`)).body;
  const copy = await eventually(async () => (await ask('GET', `${path}clone/result/${uuid}`)).body.newSchemaId);
  expect(await kindsOf(copy as unknown as number)).toEqual(expected);
});

test.each([
  [[{ from: 1, to: 7, hearing: true }], 'sections[0].rows[0].seatFlags[0].to', 'MAX'],
  [[{ from: 3, to: 2 }], 'sections[0].rows[0].seatFlags[0].to', 'MIN'],
  [[{ from: 0, to: 2 }], 'sections[0].rows[0].seatFlags[0].from', 'MIN'],
  [new Array(51).fill({ from: 1, to: 1 }), 'sections[0].rows[0].seatFlags', 'SIZE'],
  [[{ from: 1, to: 2, wheelchair: 'yes' }], 'sections[0].rows[0].seatFlags[0].wheelchair', 'TYPE'],
])('flags %j are refused', async (seatFlags, field, code) => {
  const body = { name: 'Hall', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 6, seatFlags }] }] };
  const answer = await ask('POST', path, body);
  expect([outcomeOf(answer), errorsOf(answer)]).toEqual(['400 VALIDATION_FAILED', [`${field} ${code}`]]);
});
