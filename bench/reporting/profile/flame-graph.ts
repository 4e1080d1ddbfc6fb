/**
 * Draws a tree of calls as a flame graph: one SVG file that any browser opens, the root at the top, width for time. A
 * tooltip shows the name and the time of a call. Pure.
 */
import { marked } from '../markup.ts';
import type { Call } from './call-tree.ts';

const widthPx = 1_400;
const rowPx = 17;
const headPx = 34;
const letterPx = 6.6;
/** Narrower calls cannot be seen. */
const narrowestPx = 0.6;
const depthMax = 90;

interface Box {
  readonly call: Call;
  readonly depth: number;
  readonly fromPx: number;
}

/** The whole file. */
export function flameGraphOf(title: string, root: Call): string {
  const scale = widthPx / Math.max(1, root.micros);
  const boxes: Box[] = [];
  const place = (call: Call, depth: number, fromPx: number): void => {
    if (call.micros * scale < narrowestPx || depth > depthMax) return;
    boxes.push({ call, depth, fromPx });
    let at = fromPx;
    for (const child of call.calls) {
      place(child, depth + 1, at);
      at += child.micros * scale;
    }
  };
  place(root, 0, 0);
  const depth = boxes.reduce((deepest, box) => Math.max(deepest, box.depth), 0);
  const height = headPx + (depth + 1) * rowPx + 8;
  const heading = `${title}: ${(root.micros / 1e6).toFixed(2)} s of processor time`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${widthPx} ${height}" font-family="ui-monospace, monospace" font-size="11">`,
    `<rect width="${widthPx}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="21" font-size="15" font-family="system-ui, sans-serif">${marked(heading)}</text>`,
    ...boxes.map((box) => drawBox(box, scale, root.micros)),
    '</svg>',
    '',
  ].join('\n');
}

function drawBox({ call, depth, fromPx }: Box, scale: number, total: number): string {
  const width = call.micros * scale;
  const y = headPx + depth * rowPx;
  const share = ((100 * call.micros) / total).toFixed(1);
  const told = `${call.name}: ${(call.micros / 1000).toFixed(1)} ms, ${share} % (own ${(call.ownMicros / 1000).toFixed(1)} ms)`;
  const letters = Math.floor((width - 4) / letterPx);
  const text =
    letters < 3
      ? ''
      : `<text x="${(fromPx + 3).toFixed(1)}" y="${y + 12}">${marked(call.name.slice(0, letters))}</text>`;
  return (
    `<g><title>${marked(told)}</title><rect x="${fromPx.toFixed(1)}" y="${y}" width="${Math.max(0.3, width - 0.4).toFixed(1)}" ` +
    `height="${rowPx - 1}" fill="${colourOf(call.name)}"/>${text}</g>`
  );
}

/** One hue each for our code, packages and Node; the shade depends on the name. */
function colourOf(name: string): string {
  const shade = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 12;
  if (/ node:/.test(name)) return `hsl(140 35% ${70 + shade}%)`;
  if (/ \S*(src|actors|workers|domain|http|storage)\//.test(name)) return `hsl(20 85% ${66 + shade}%)`;
  return name.includes(' ') ? `hsl(45 80% ${64 + shade}%)` : `hsl(215 40% ${76 + shade}%)`;
}
