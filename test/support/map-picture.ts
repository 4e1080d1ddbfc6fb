/** Makes the public map of a layout's body without a service, and draws any public map as an SVG with its seats. */
import { MapText } from '#codec/map/map-text.ts';
import { unpackText } from '#domain/layout/layout.ts';
import { decodeMap } from './map-decoder.ts';
import { layoutOf } from './valid-layout.ts';

const guid = '00000000-0000-4000-8000-000000000000';

/** The schema object of a body as the public map answers it. Ids count from 1. */
// biome-ignore lint/suspicious/noExplicitAny: a renderer finds out what is in an answer by looking
export function mapOfBody(body: unknown): any {
  const { sections, rows, seats, decorations } = layoutOf(body);
  const text = new MapText();
  const rowNames = unpackText(rows.names, 0, rows.count);
  text.begin({
    sections: sections.map((section, at) => ({
      ...{ ...section, id: at + 1, guid, type: null, rest: {} },
      shapes: section.shapes === null ? null : JSON.parse(section.shapes),
    })),
    rows: rowNames.map((name, at) => {
      return { id: at + 1, sectionId: (rows.sections[at] ?? 0) + 1, name, rowNoun: 'Row', seatNoun: 'Seat' };
    }),
    plan: { vectorBackground: null, clientViewBox: null, focalPoint: null },
    hasUnits: false,
    shapes: decorations.map((one, at) => {
      return { ...one, id: at + 1, guid, purpose: 'OBJECT' as const, sectionId: null, order: at };
    }),
  });
  text.add(
    unpackText(seats.names, 0, seats.count).map((name, index) => ({
      ...{ id: index + 1, index, rowId: (seats.rows[index] ?? 0) + 1, name },
      ...{ x: seats.xs[index] ?? 0, y: seats.ys[index] ?? 0 },
      ...{ accessible: seats.accessible[index] === 1, marked: seats.marked[index] === 1 },
      features: seats.features[index] ?? 0,
    })),
  );
  text.end();
  return JSON.parse(`${text.schema()}null}}`);
}

/** The SVG that a renderer would show: the background, and over it every seat in the colour of its sector. */
// biome-ignore lint/suspicious/noExplicitAny: a renderer finds out what is in an answer by looking
export function pictureOf(map: any): string {
  const { seats, sectors } = decodeMap(map);
  const colours = new Map(sectors.map(({ id }, at) => [id, `hsl(${(at * 47) % 360},55%,52%)`]));
  const circles = seats.map(
    ({ x, y, sectorId }) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="9" fill="${colours.get(sectorId)}"/>`,
  );
  const { svg, viewBox } = map.background;
  const paper = `<rect x="${viewBox.x}" y="${viewBox.y}" width="${viewBox.width}" height="${viewBox.height}" fill="#fff"/>`;
  return svg.replace('>', `>${paper}`).replace(/<\/svg>$/, `${circles.join('')}</svg>`);
}
