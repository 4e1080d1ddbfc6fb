/**
 * The labels of a map, without a browser: names that can be told apart, titles beside the seats of their sections, and
 * the labels of rows that go on beyond the edge of the view.
 */
import { demoLayout } from '../../src/demo-venue.ts';
import { Camera } from '../../src/pages/shared/camera.ts';
import { measure } from '../../src/pages/shared/geometry.ts';
import { readPlan } from '../../src/pages/shared/plan.ts';
import { rowEdges } from '../../src/pages/shared/row-ends.ts';
import { SeatGrid } from '../../src/pages/shared/seat-grid.ts';
import { placeBeside } from '../../src/pages/shared/title-places.ts';
import { lettersIn, shortTitles } from '../../src/pages/shared/title-words.ts';
import { mapOfBody } from '../support/map-picture.ts';

const plan = readPlan(mapOfBody({ ...(demoLayout(1) as object), venueId: undefined }));
const geometry = measure(plan);
const grid = new SeatGrid(plan, geometry.extent);
const hall = { plan, geometry, grid, solids: [] };
const stalls = geometry.sectors[0]?.box ?? geometry.extent;

function cameraOf(width: number, height: number): Camera {
  const camera = new Camera();
  camera.resize(width, height);
  camera.load(geometry.extent, geometry.pitch);
  return camera;
}

describe('names of sections', () => {
  test('leave out the words that many of them share, so that 40 blocks are 40 names', () => {
    const blocks = Array.from({ length: 40 }, (_, at) => `Block ${at + 1}`);
    expect(shortTitles(blocks)).toEqual(blocks.map((_, at) => String(at + 1)));
    expect(shortTitles(['Upper tier A', 'Upper tier B', 'Upper tier C'])).toEqual(['A', 'B', 'C']);
  });

  test('stay whole where few share words, or where the rest would be the same', () => {
    const few = ['Boxes left', 'Boxes right', 'Gallery', 'Gallery standing'];
    expect(shortTitles(few)).toEqual(few);
    const twice = ['North 1', 'North 2', 'North 3', 'South 1', 'South 2', 'South 3'];
    expect(shortTitles(twice)).toEqual(twice);
  });
});

test.each([
  [320, 400],
  [390, 640],
  [1_066, 750],
  [3_000, 2_000],
])('titles stand beside the seats of a playhouse in a view of %d × %d', (width, height) => {
  const camera = cameraOf(width, height);
  const text = { width: 50, height: 22 };
  const place = placeBeside(hall, camera, stalls, text, []);
  if (place === null) throw new Error('there is no place beside the stalls');
  const covered = plan.names.filter((_, seat) => {
    const [x, y] = [(plan.xs[seat] as number) - place.x, (plan.ys[seat] as number) - place.y];
    return x >= 0 && y >= 0 && x <= place.width && y <= place.height;
  });
  expect(covered).toEqual([]);
  const [left, top] = camera.toScreen(place.x, place.y);
  expect([left >= 0, top >= 0, left + text.width <= width, top + text.height <= height]).not.toContain(false);
  expect(placeBeside(hall, camera, stalls, text, [place])).not.toEqual(place);
});

test('letters grow with a very large view, and with no other', () => {
  expect([lettersIn(390, 700), lettersIn(1_100, 750), lettersIn(3_000, 1_900)]).toEqual([1, 1, 1.8]);
});

describe('labels of rows', () => {
  const { rows = [] } = plan.sectors[0] ?? {};

  test('are drawn where the rows leave the view', () => {
    const camera = cameraOf(400, 600);
    const middle = { x: stalls.x + stalls.width / 2, y: stalls.y + stalls.height * 0.6 };
    camera.move({ ...middle, scale: 30 / geometry.pitch });
    const edges = rowEdges(camera, plan, rows);
    expect(edges.length).toBeGreaterThan(10);
    for (const { x, y } of edges) {
      expect([x >= 16, x <= 384, y >= 16, y <= 584]).toEqual([true, true, true, true]);
      expect([Math.abs(x - 200) > 180, Math.abs(y - 300) > 280]).toContain(true);
    }
    const labels = plan.rows.map(({ label }) => label);
    expect(edges.filter(({ label }) => !labels.includes(label))).toEqual([]);
  });

  test('are drawn once: not for rows whose own labels are in sight', () => {
    const camera = cameraOf(4_000, 4_000);
    expect(rowEdges(camera, plan, rows)).toEqual([]);
  });
});
