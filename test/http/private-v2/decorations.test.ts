/** Decorations of a layout: sent, read back, cloned, and shown on the public map. */
import { demoLayout } from '../../../src/demo-venue.ts';
import { errorsOf } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { mapReads } from '../../support/map-calls.ts';
import type { Answer } from '../../support/service.ts';
import { succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/schemas/';
const stalls = {
  name: 'Stalls',
  rows: [
    {
      name: 'A',
      seats: [
        { name: '1', x: 0, y: 0 },
        { name: '2', x: 25, y: 0 },
      ],
    },
  ],
};
const stage = {
  ...{ type: 'stage', shapeType: 'RECT', x: -150.5, y: -120, width: 300, height: 80, angle: 5, text: 'Stage & <b>' },
  ...{ fill: '#374151', stroke: 'rgb(1, 2, 3)', strokeWidth: 3, textColor: 'white', fontSize: 30, opacity: 0.5 },
};
const bar = {
  ...{ type: 'bar', shapeType: 'POLYGON', angle: null, text: 'Bar', fill: null },
  points: [
    { x: 100, y: 50 },
    { x: 160, y: 50 },
    { x: 130, y: 90 },
  ],
};
const exit = {
  type: 'label',
  shapeType: 'TEXT',
  x: 5,
  y: 200,
  width: null,
  height: null,
  angle: null,
  text: 'Exit',
  fill: 'red',
};
const focalPoint = { x: 12.5, y: -40 };

useService();

function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  return service.call(method, path, { key: service.catalog.organization.token, body });
}

async function made(body: object): Promise<number> {
  return succeeded(await ask('POST', path, { name: 'Hall', sections: [stalls], ...body })).body.id;
}

const layoutOf = async (schemaId: number) => succeeded(await ask('GET', `${path}${schemaId}/layout/`)).body;
const svgOf = async (schemaId: number): Promise<string> =>
  succeeded(await mapReads(service, '').schema(schemaId)).body.background.svg;

describe('a layout with decorations and a focal point', () => {
  test('is read with them, also from a clone', async () => {
    const schemaId = await made({ shapes: [stage, bar, exit], focalPoint });
    const uuid = succeeded(await ask('POST', `${path}clone/${schemaId}`)).body;
    const copyId = await eventually(async () => (await ask('GET', `${path}clone/result/${uuid}`)).body.newSchemaId);
    for (const id of [schemaId, copyId as unknown as number]) {
      const layout = await layoutOf(id);
      expect(layout.shapes).toEqual([stage, { ...bar, x: 100, y: 50, width: 60, height: 40 }, exit]);
      expect(layout.focalPoint).toEqual(focalPoint);
      expect(await svgOf(id)).toBe(await svgOf(schemaId));
    }
  });

  test('has them on the public map, in their colours, without any active content', async () => {
    const svg = await svgOf(await made({ shapes: [stage, bar, exit] }));
    expect(svg).toMatch(
      /<rect [^>]*fill="#374151" stroke="rgb\(1, 2, 3\)" stroke-width="3" opacity="0.5"[^>]*x="-150.5"/,
    );
    expect(svg).toMatch(/<text [^>]*font-size="30" fill="white"[^>]*>Stage &amp; &lt;b&gt;<\/text>/);
    expect(svg).toContain('points="100,50 160,50 130,90"');
    expect(svg).toMatch(/<text [^>]*fill="red"[^>]*>Exit<\/text>/);
  });

  test('may have one stage without coordinates, which the service places', async () => {
    const counted = {
      name: 'Stalls',
      rows: [
        { name: 'A', seatCount: 30 },
        { name: 'B', seatCount: 30 },
      ],
    };
    const layout = await layoutOf(await made({ sections: [counted], shapes: [{ type: 'stage', text: 'Stage' }] }));
    const [{ x, y, width, height }] = layout.shapes;
    const seats = layout.sections[0].rows.flatMap((row: { seats: { x: number; y: number }[] }) => row.seats);
    expect(Math.min(...seats.map((seat: { y: number }) => seat.y))).toBeGreaterThan(y + height);
    expect(layout.focalPoint).toEqual({ x: x + width / 2, y: y + height });
  });

  test('has none if it was created without them', async () => {
    expect(await layoutOf(await made({}))).toMatchObject({ shapes: [], focalPoint: null });
  });
});

test.each<[string, object, readonly string[]]>([
  ['a colour with other content', { shapes: [{ ...stage, fill: 'red"/><script>' }] }, ['shapes[0].fill PATTERN']],
  ['a URL as a colour', { shapes: [{ ...stage, textColor: 'url(#a)' }] }, ['shapes[0].textColor PATTERN']],
  ['an unknown shape', { shapes: [{ ...stage, shapeType: 'STAR' }] }, ['shapes[0].shapeType UNKNOWN_VALUE']],
  [
    'a bar without coordinates',
    { shapes: [{ type: 'bar' }] },
    ['x', 'y', 'width', 'height'].map((name) => `shapes[0].${name} NOT_NULL`),
  ],
  ['two stages without coordinates', { shapes: [{ type: 'stage' }, { type: 'stage' }] }, ['shapes[1].x NOT_NULL']],
  ['a polygon of two points', { shapes: [{ ...bar, points: bar.points.slice(1) }] }, ['shapes[0].points SIZE']],
  [
    'invalid points',
    { shapes: [{ ...bar, points: [1, { x: 'a' }, { x: 1, y: 1e10 }] }] },
    [
      'shapes[0].points[0] TYPE',
      'shapes[0].points[1].x TYPE',
      'shapes[0].points[1].y NOT_NULL',
      'shapes[0].points[2].y MAX',
    ],
  ],
  ['a size below zero', { shapes: [{ ...stage, width: -1 }] }, ['shapes[0].width MIN']],
  ['a text shape without text', { shapes: [{ ...exit, text: null }] }, ['shapes[0].text NOT_NULL']],
  ['shapes that are no list', { shapes: 'stage' }, ['shapes TYPE']],
  ['an incomplete focal point', { focalPoint: { x: 1 } }, ['focalPoint.y NOT_NULL']],
])('a layout with %s is refused', async (_, body, expected) => {
  const answer = await ask('POST', path, { name: 'Hall', sections: [stalls], ...body });
  expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
  expect(errorsOf(answer)).toEqual(expected);
});

test('the demo’s venue has a stage and a focal point', async () => {
  const { name: _, ...demo } = demoLayout(1) as { readonly name: string; readonly venueId: number };
  const schemaId = await made({ ...demo, venueId: null });
  expect(await layoutOf(schemaId)).toMatchObject({ focalPoint: { x: 0, y: 0 }, capacity: 2_388 });
  const svg = await svgOf(schemaId);
  expect(svg).toContain('>STAGE</text>');
  expect(svg).toContain('<g id="sm-row-labels"');
});
