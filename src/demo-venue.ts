/**
 * The venue of the demo: a playhouse with 2,018 seats in curved rows and two standing areas. Gives its layout as the
 * body of the call that creates a schema, and the price of each section.
 */
interface Block {
  readonly name: string;
  readonly price: string;
  readonly rows: readonly string[];
  readonly seatsInRow: (row: number) => number;
  /** Distance of the first row from the stage. */
  readonly radius: number;
  /** Degrees between the middle of the block and the house's centre line. */
  readonly angle: number;
}

const seatPitch = 24;
const rowPitch = 30;

const letters = (count: number): string[] =>
  Array.from({ length: count }, (_, row) => String.fromCharCode('A'.charCodeAt(0) + row));
const boxes = (first: number): string[] => Array.from({ length: 5 }, (_, row) => `Box ${first + row}`);

const blocks: readonly Block[] = [
  {
    name: 'Stalls',
    price: '95.00 EUR',
    rows: letters(20),
    seatsInRow: (row) => 30 + Math.floor(row / 2),
    radius: 420,
    angle: 0,
  },
  { name: 'Boxes left', price: '120.00 EUR', rows: boxes(1), seatsInRow: () => 6, radius: 520, angle: -70 },
  { name: 'Boxes right', price: '120.00 EUR', rows: boxes(6), seatsInRow: () => 6, radius: 520, angle: 70 },
  { name: 'Dress circle', price: '75.00 EUR', rows: letters(8), seatsInRow: () => 30, radius: 1080, angle: 0 },
  { name: 'Balcony', price: '55.00 EUR', rows: letters(12), seatsInRow: () => 44, radius: 1360, angle: 0 },
  { name: 'Gallery', price: '35.00 EUR', rows: letters(10), seatsInRow: () => 50, radius: 1760, angle: 0 },
];

const areas = [
  { name: 'Pit standing', price: '29.50 EUR', ga: true, capacity: 250, x: -190, y: 130, width: 380, height: 180 },
  { name: 'Gallery standing', price: '15.00 EUR', ga: true, capacity: 120, x: -300, y: 2100, width: 600, height: 80 },
];

/** Shapes that are not seats: the stage, the entrances and the bar. */
const decorations = [
  {
    ...{ type: 'stage', text: 'STAGE', x: -360, y: -120, width: 720, height: 220 },
    ...{ fill: '#374151', stroke: '#1f2937', textColor: '#f9fafb' },
  },
  {
    type: 'entrance',
    text: 'Entrance left',
    x: -760,
    y: 620,
    width: 160,
    height: 60,
    fill: '#fef3c7',
    stroke: '#d97706',
  },
  {
    type: 'entrance',
    text: 'Entrance right',
    x: 600,
    y: 620,
    width: 160,
    height: 60,
    fill: '#fef3c7',
    stroke: '#d97706',
  },
  { type: 'bar', text: 'Bar', x: -820, y: 1980, width: 260, height: 90, fill: '#e0f2fe', stroke: '#0284c7' },
];

/** Section name -> price name. */
export const demoPrices: ReadonlyMap<string, string> = new Map(
  [...blocks, ...areas].map(({ name, price }) => [name, price]),
);

/** The layout as the body of the call that creates a schema. */
export function demoLayout(venueId: number): unknown {
  const sections = [...blocks.map(seatedSection), ...areas.map(({ price: _, ...area }) => area)];
  return { name: 'Usher Playhouse, main house', venueId, sections, shapes: decorations, focalPoint: { x: 0, y: 0 } };
}

function seatedSection(block: Block): unknown {
  const rows = block.rows.map((name, row) => ({ name, seats: seatsOfRow(block, row) }));
  return { name: block.name, rows };
}

/** Seats on an arc around the stage; the ends of a block's last row are accessible. */
function seatsOfRow(block: Block, row: number): unknown[] {
  const radius = block.radius + row * rowPitch;
  const count = block.seatsInRow(row);
  return Array.from({ length: count }, (_, seat) => {
    const offset = (seat - (count - 1) / 2) * seatPitch;
    const angle = (block.angle * Math.PI) / 180 + offset / radius;
    const isEnd = row === block.rows.length - 1 && (seat < 2 || seat >= count - 2);
    return {
      name: String(seat + 1),
      x: Math.round(radius * Math.sin(angle)),
      y: Math.round(radius * Math.cos(angle)),
      accessible: isEnd,
    };
  });
}
