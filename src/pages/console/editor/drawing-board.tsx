/**
 * The map of the editor with its tools: a box or a lasso selects, a drag of what is selected moves it, and the hand moves
 * the view. With the keyboard: arrows go from seat to seat, Enter selects, Alt and arrows move the selection.
 */
import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { onThemeChange } from '../../shared/theme.ts';
import { useMapTip } from '../map-tip.tsx';
import type { Point } from '../polygon.ts';
import { ZoomButtons } from '../zoom-buttons.tsx';
import type { Editing } from './editing.ts';
import { EditorMap } from './editor-map.ts';
import { extentOf, inside } from './place.ts';
import { text } from './texts.ts';

export type Tool = 'box' | 'lasso' | 'hand';

interface Properties {
  readonly editing: Editing;
  readonly tool: Tool;
  /** Gives the map to the panels, which add things where the person looks. */
  readonly onMap: (map: EditorMap) => void;
}

/** A shorter drag is a press. */
const dragMin = 5;
const arrowSteps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface Drag {
  readonly kind: 'box' | 'lasso' | 'move';
  /** In CSS pixels of the board. */
  readonly path: readonly Point[];
}

export function DrawingBoard({ editing, tool, onMap }: Properties): ComponentChild {
  const surface = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<EditorMap | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const tip = useMapTip((target) => map?.nameOf(target) ?? '');
  const latest = useRef({ editing, tip });
  latest.current = { editing, tip };
  // At once: until the map is made, the Tab key goes past its element.
  useLayoutEffect(() => {
    const made = new EditorMap(surface.current as HTMLElement, {
      onPick: (target) => {
        const guid = made.guidOf(target);
        if (guid !== null) latest.current.editing.toggle(guid);
      },
      onHover: (...place) => latest.current.tip.onHover(...place),
      onFocus: (target) => latest.current.tip.onFocus(target),
    });
    setMap(made);
    onMap(made);
    return onThemeChange(() => made.repaint());
  }, []);
  const { drawing } = editing.history;
  useEffect(() => {
    void map?.show(drawing, editing.selection);
  }, [map, drawing, editing.selection]);
  const hands = map === null || tool === 'hand' ? {} : handsOf({ map, editing, tool, drag, setDrag });
  return (
    <div class="map-frame editor-frame" {...hands} onKeyDownCapture={(event: KeyboardEvent) => keyed(event, editing)}>
      <div ref={surface} class="map-surface" role="application" aria-label={text('instructions')} />
      {tip.shown}
      {tip.spoken}
      {drag !== null && map !== null && <DragPicture drag={drag} map={map} editing={editing} />}
      {map !== null && <ZoomButtons map={map} />}
    </div>
  );
}

interface Hands {
  readonly map: EditorMap;
  readonly editing: Editing;
  readonly tool: Tool;
  readonly drag: Drag | null;
  readonly setDrag: (drag: Drag | null) => void;
}

/** Takes pointers before the map does, which would move the view. */
function handsOf({ map, editing, tool, drag, setDrag }: Hands) {
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): Point => {
    const { left, top } = (currentTarget as Element).getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  return {
    onPointerDownCapture: (event: PointerEvent): void => {
      if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
      event.stopPropagation();
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const point = at(event);
      const guid = map.at(map.toPlan(point.x, point.y));
      const kind =
        guid !== null && editing.selection.has(guid) && !event.shiftKey ? 'move' : tool === 'lasso' ? 'lasso' : 'box';
      setDrag({ kind, path: [point] });
    },
    onPointerMoveCapture: (event: PointerEvent): void => {
      if (drag === null) return;
      event.stopPropagation();
      const path = drag.kind === 'lasso' ? [...drag.path, at(event)] : [drag.path[0] as Point, at(event)];
      setDrag({ ...drag, path });
    },
    onPointerUpCapture: (event: PointerEvent): void => {
      if (drag === null) return;
      event.stopPropagation();
      setDrag(null);
      const path = drag.kind === 'lasso' ? drag.path : [drag.path[0] as Point, at(event)];
      finish({ ...drag, path }, map, editing, event.shiftKey || event.ctrlKey || event.metaKey);
    },
    onPointerCancelCapture: (): void => setDrag(null),
  };
}

function finish({ kind, path }: Drag, map: EditorMap, editing: Editing, isAdded: boolean): void {
  const [from, to] = [path[0] as Point, path.at(-1) as Point];
  const isPress = path.every(({ x, y }) => Math.hypot(x - from.x, y - from.y) < dragMin);
  const onPlan = ({ x, y }: Point): Point => map.toPlan(x, y);
  if (isPress) {
    const guid = map.at(onPlan(from));
    if (guid === null) editing.select(isAdded ? [...editing.selection] : []);
    else if (isAdded || editing.selection.has(guid)) editing.toggle(guid);
    else editing.select([guid]);
  } else if (kind === 'move') {
    const [start, end] = [onPlan(from), onPlan(to)];
    editing.moveBy(end.x - start.x, end.y - start.y);
  } else {
    const polygon = kind === 'lasso' ? path : [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }];
    const found = inside(editing.history.drawing, polygon.map(onPlan));
    editing.select(isAdded ? [...editing.selection, ...found] : found);
  }
}

function keyed(event: KeyboardEvent, editing: Editing): void {
  const isCommand = event.ctrlKey || event.metaKey;
  const step = event.altKey ? arrowSteps[event.key] : undefined;
  const key = event.key.toLowerCase();
  if (step !== undefined) editing.moveBy(step.x * editing.step, step.y * editing.step);
  else if (event.key === 'Delete' || event.key === 'Backspace') editing.remove();
  else if (event.key === 'Escape') editing.select([]);
  else if (isCommand && key === 'z') event.shiftKey ? editing.redo() : editing.undo();
  else if (isCommand && key === 'y') editing.redo();
  else if (isCommand && key === 'a') editing.selectAll();
  else if (isCommand && key === 'd') editing.copy();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The line that the pointer draws, or where the selection goes. */
function DragPicture({
  drag,
  map,
  editing,
}: {
  readonly drag: Drag;
  readonly map: EditorMap;
  readonly editing: Editing;
}) {
  const [from, to] = [drag.path[0] as Point, drag.path.at(-1) as Point];
  const [dx, dy] = drag.kind === 'move' ? [to.x - from.x, to.y - from.y] : [0, 0];
  const { selection } = editing;
  const { drawing } = editing.history;
  const isMove = drag.kind === 'move';
  const extent = useMemo(() => (isMove ? extentOf(drawing, selection) : null), [isMove, drawing, selection]);
  const corners =
    extent === null
      ? [from, to]
      : [map.toScreen({ x: extent.left, y: extent.top }), map.toScreen({ x: extent.right, y: extent.bottom })];
  const [one, other] = corners as [Point, Point];
  const box = { x: Math.min(one.x, other.x) + dx, y: Math.min(one.y, other.y) + dy };
  const size = { width: Math.abs(other.x - one.x), height: Math.abs(other.y - one.y) };
  return (
    <svg class="box-svg" aria-hidden="true">
      {drag.kind === 'lasso' ? (
        <polygon class="box-rect" points={drag.path.map(({ x, y }) => `${x},${y}`).join(' ')} />
      ) : (
        <rect class="box-rect" {...box} {...size} />
      )}
    </svg>
  );
}
