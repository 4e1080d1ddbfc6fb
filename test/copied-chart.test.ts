/** `npm run copy-chart`: a published chart of another service becomes a schema with pricing zones. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ask, service, useService } from './support/shared-service.ts';

useService();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usher-chart-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function copy(chart: object): Promise<{ code: number; lines: string[] }> {
  const file = join(folder, 'chart.json');
  await writeFile(file, JSON.stringify(chart));
  const program = join(import.meta.dirname, '../docs/examples/copy-chart.ts');
  const env = { ...process.env, ORGANIZATION_TOKEN: service.catalog.organization.token };
  const run = promisify(execFile)(process.execPath, [program, service.url, file, 'Copied hall'], { env });
  const { stdout, code = 0 } = (await run.catch((error: { stdout: string; code: number }) => error)) as never as {
    stdout: string;
    code?: number;
  };
  return { code, lines: stdout.trim().split('\n') };
}

const seat = (label: string, x: number, more = {}) => ({ label, x, y: 0, ...more });
const floor = {
  rows: [{ label: 'A', seats: [seat('1', 0, { categoryKey: 1 }), seat('2', 25, { categoryKey: '2' }), seat('3', 50)] }],
  tables: [{ label: 'T1', categoryKey: 2, seats: [seat('1', 100)] }],
  booths: [{ label: 'B1', center: { x: 200, y: 9 }, categoryKey: 1 }],
  generalAdmissionAreas: [
    { label: 'Lawn', capacity: 50, categoryKey: 2, type: 'rectangle', center: { x: 50, y: 90 }, width: 40, height: 20 },
  ],
  sections: [
    {
      label: 'Left',
      topLeft: { x: 300, y: 0 },
      subChart: { rows: [{ label: 'A', seats: [seat('1', 5, { categoryKey: 2 })] }] },
    },
  ],
};
const categories = {
  list: [
    { key: 1, label: 'Front' },
    { key: 2, label: 'Back' },
  ],
};

test.each([
  ['one floor', { subChart: floor }, 6],
  [
    'two floors',
    {
      subChartFloors: [
        { ...floor, floorName: 'Low', height: 200 },
        { ...floor, floorName: 'High' },
      ],
    },
    12,
  ],
])('a chart of %s is copied, and its categories are pricing zones', async (_, plan, count) => {
  const { code, lines } = await copy({ name: 'Chart', categories, ...plan });
  expect(code).toBe(0);
  const [, schemaId] = /^schema (\d+): (\d+) seats, (\d+) areas$/.exec(lines[0] ?? '') ?? [];
  expect(lines.at(-1)).toBe(`2 pricing zones of ${count} seats and areas: give each a price`);
  const { body } = await ask('GET', `/api/private/v2.0/schemas/${schemaId}/pricing_zones/`);
  expect(body.content.map(({ name }: { name: string }) => name)).toEqual(['Front', 'Back']);
});

test('a chart with a mistake is not copied, and each mistake is named', async () => {
  const { code, lines } = await copy({
    subChart: { rows: [{ label: 'A', seats: [{ label: '1', x: 'left', y: 0 }] }] },
  });
  expect(code).toBe(1);
  expect(lines.at(-1)).toContain('subChart.rows[0].seats[0].x must be a number');
});
