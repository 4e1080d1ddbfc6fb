/**
 * Makes the columns of a layout from the body that creates it (`new-layout.ts`), and places what it leaves to the service.
 * Checks nothing. 200,000 seats take about 0.1 s (and as long to parse and check), so a worker thread parses large bodies.
 */
import { arrange } from '#domain/layout/geometry/arrange.ts';
import type { Layout } from '#domain/layout/layout.ts';
import { type DraftSeat, LayoutDraft, unplaced } from '#domain/layout/layout-draft.ts';
import { featuresOf, type NamedFeatures } from '#domain/layout/seat-features.ts';
import { isAbsent } from '../constraint.ts';
import { decorationOf } from './decorations.ts';
import type { NewLayout } from './new-layout.ts';
import { newUnitsOf } from './new-units.ts';

type NewSection = NewLayout['sections'][number];
type NewRow = NonNullable<NewSection['rows']>[number];

export function layoutOf(body: NewLayout): Layout {
  const { name, venueId, sections, shapes, focalPoint } = body;
  const draft = new LayoutDraft();
  for (const section of sections) addSection(draft, section);
  for (const shape of shapes ?? []) draft.decorations.push(decorationOf(shape));
  if (!isAbsent(focalPoint)) draft.focalPoint = { x: focalPoint.x, y: focalPoint.y };
  arrange(draft);
  draft.units = newUnitsOf(body);
  return draft.layout(name, venueId ?? null);
}

function addSection(draft: LayoutDraft, section: NewSection): void {
  const firstSeat = draft.seats.names.length;
  for (const [position, row] of (section.rows ?? []).entries()) addRow(draft, row, position);
  const { name, prefix, seatPrefix, ga, shapes, x, y, width, height, angle, curve } = section;
  draft.sections.push({
    name,
    prefix: prefix || null,
    seatPrefix: seatPrefix || null,
    ga: ga === true,
    capacity: ga === true ? section.capacity : draft.seats.names.length - firstSeat,
    shapes: isAbsent(shapes) ? null : JSON.stringify(shapes),
    x: x ?? null,
    y: y ?? null,
    width: width ?? null,
    height: height ?? null,
    angle: angle ?? null,
    curve: curve ?? 0,
    isDrawn: shapes?.some(saysWhereItIs) ?? false,
  });
}

function addRow(
  draft: LayoutDraft,
  { name, x, y, seats, seatCount, seatNames, seatFlags }: NewRow,
  position: number,
): void {
  draft.openRow(name, position, x ?? null, y ?? null, isAbsent(seats));
  for (const seat of seats ?? []) {
    draft.push({ name: seat.name, x: seat.x, y: seat.y, ...kindOf(seat) });
  }
  // Their coordinates are computed when the whole layout is known.
  const first = draft.seats.names.length;
  const count = seatNames?.length ?? seatCount ?? 0;
  for (let at = 0; at < count; at++) {
    draft.push({ name: seatNames?.[at] ?? String(at + 1), x: unplaced, y: unplaced, ...ordinary });
  }
  for (const { from, to, ...flags } of seatFlags ?? []) draft.describe(first + from - 1, first + to, kindOf(flags));
}

const ordinary = { accessible: false, marked: false, features: 0 };

function kindOf(
  sent: NamedFeatures & {
    readonly accessible?: boolean | null | undefined;
    readonly marked?: boolean | null | undefined;
  },
): Omit<DraftSeat, 'name' | 'x' | 'y'> {
  return { accessible: sent.accessible ?? false, marked: sent.marked ?? false, features: featuresOf(sent) };
}

/** Whether a section's own shape has coordinates on the plan. */
function saysWhereItIs({ points, left, top, x, y }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(points) || (typeof (left ?? x) === 'number' && typeof (top ?? y) === 'number');
}
