/**
 * The labels of rows that go on beyond the edge of the view: each is drawn where its row leaves the view, so that a
 * person who looks at seats from near knows the rows. Rows whose own label is in sight have no other one.
 */
import type { Camera } from './camera.ts';
import type { Scene } from './renderer.ts';
import { rowEdges } from './row-ends.ts';
import { rowLabelsFrom } from './scene-painter.ts';
import type { MapColours } from './theme.ts';
import { titleFont } from './title-text.ts';

const labelSize = 11.5;
const padding = 5;

/** In CSS pixels; the context is scaled to them. `letters`: the size of all letters, from 1. */
export function drawRowEdges(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { plan, geometry, units }: Pick<Scene, 'plan' | 'geometry' | 'units'>,
  colours: MapColours,
  letters: number,
): void {
  if (camera.pitchOnScreen < rowLabelsFrom * letters) return;
  const size = labelSize * letters;
  context.font = `600 ${size}px ${titleFont}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const [sector, { rows }] of plan.sectors.entries()) {
    const box = geometry.sectors[sector]?.box;
    if (box == null) continue;
    const [left, top] = camera.toScreen(box.x, box.y);
    const [right, bottom] = camera.toScreen(box.x + box.width, box.y + box.height);
    if (right < 0 || bottom < 0 || left > camera.width || top > camera.height) continue;
    // A unit has a name of its own.
    const named = units === null ? rows : rows.filter((row) => units.of(plan.rows[row]?.seats[0] ?? -1) === undefined);
    for (const { label, x, y } of rowEdges(camera, plan, named)) {
      const half = context.measureText(label).width / 2 + padding;
      const shownX = Math.min(Math.max(x, half + 2), camera.width - half - 2);
      context.beginPath();
      context.roundRect(shownX - half, y - size * 0.8, 2 * half, size * 1.6, 5);
      context.fillStyle = colours.label;
      context.fill();
      context.lineWidth = 1;
      context.strokeStyle = colours.labelEdge;
      context.stroke();
      context.fillStyle = colours.ink;
      context.fillText(label, shownX, y + 0.5);
    }
  }
}
