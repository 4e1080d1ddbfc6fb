/**
 * Makes shapes of an imported area shapes of the layout, where they can be drawn: only those can be changed by an editor
 * later. A shape that cannot be drawn stays with the area as it was sent.
 */
import type { Decoration, Layout, LayoutSection } from '#domain/layout/layout.ts';
import { decorationOf, newDecoration } from '../bodies/decorations.ts';
import { check } from '../check.ts';

export function withDrawnAreas(layout: Layout): Layout {
  const drawn: Decoration[] = [];
  const sections = layout.sections.map((section, area) => takeShapes(section, area, drawn));
  return drawn.length === 0 ? layout : { ...layout, sections, decorations: [...layout.decorations, ...drawn] };
}

function takeShapes(section: LayoutSection, area: number, drawn: Decoration[]): LayoutSection {
  if (!section.ga || section.shapes === null) return section;
  const left: unknown[] = [];
  for (const shape of JSON.parse(section.shapes) as readonly unknown[]) {
    const checked = check(newDecoration, shape);
    if (checked.ok) drawn.push({ ...decorationOf(checked.value), area });
    else left.push(shape);
  }
  return { ...section, shapes: left.length === 0 ? null : JSON.stringify(left) };
}
