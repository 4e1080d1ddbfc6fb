/** A person's work on a drawing: commands, selection and history. Each command is one step back. */
import { useMemo, useState } from 'preact/hooks';
import { type Change, emptyDrawing, type Seat } from './drawing.ts';
import { copy, remove } from './edit.ts';
import { add, begin, type History, redo, undo } from './history.ts';
import { move, picked, type Selection, snapped } from './place.ts';
import { seatPitch } from './sketch.ts';

export interface Editing {
  readonly history: History;
  readonly selection: Selection;
  /** Those that are selected. */
  readonly seats: readonly Seat[];
  /** The grid that moves snap to, 0 for none, and the step of the arrow keys. */
  readonly grid: number;
  readonly step: number;
  setGrid(grid: number): void;
  load(history: History): void;
  select(guids: readonly string[]): void;
  toggle(guid: string): void;
  selectAll(): void;
  do(change: Change): void;
  moveBy(dx: number, dy: number): void;
  remove(): void;
  copy(): void;
  undo(): void;
  redo(): void;
}

interface State {
  readonly history: History;
  readonly selection: Selection;
  readonly grid: number;
}

export function newGuid(): string {
  // `crypto.randomUUID` is missing on pages that came over http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, `8${text.slice(17, 20)}`, text.slice(20)].join(
    '-',
  );
}

export function useEditing(): Editing {
  const [state, setState] = useState<State>({ history: begin(emptyDrawing), selection: new Set(), grid: 0 });
  const commands = useMemo(() => commandsOf(setState), []);
  const { selection, history } = state;
  const { seats: table } = history.drawing;
  const seats = useMemo(() => picked(table, selection), [table, selection]);
  return { ...state, ...commands, seats, step: state.grid || 1 };
}

function commandsOf(setState: (change: (before: State) => State) => void) {
  const change = (make: (before: State) => Change): void =>
    setState((before) => withHistory(before, add(before.history, make(before))));
  return {
    setGrid: (grid: number): void => setState((before) => ({ ...before, grid })),
    load: (history: History): void => setState((before) => withHistory(before, history)),
    select: (guids: readonly string[]): void => setState((before) => ({ ...before, selection: new Set(guids) })),
    toggle: (guid: string): void =>
      setState((before) => {
        const selection = new Set(before.selection);
        if (!selection.delete(guid)) selection.add(guid);
        return { ...before, selection };
      }),
    selectAll: (): void =>
      setState((before) => {
        const { seats, shapes } = before.history.drawing;
        const selection = new Set(seats.keys());
        for (const guid of shapes.keys()) selection.add(guid);
        return { ...before, selection };
      }),
    do: (wanted: Change): void => change(() => wanted),
    moveBy: (dx: number, dy: number): void =>
      change(({ history, selection, grid }) => move(history.drawing, selection, snapped(dx, grid), snapped(dy, grid))),
    remove: (): void => change(({ history, selection }) => remove(history.drawing, selection)),
    copy: (): void =>
      setState((before) => {
        const by = { x: seatPitch, y: seatPitch };
        const { change: made, made: guids } = copy(before.history.drawing, before.selection, by, newGuid);
        return { ...before, history: add(before.history, made), selection: new Set(guids) };
      }),
    undo: (): void => setState((before) => withHistory(before, undo(before.history))),
    redo: (): void => setState((before) => withHistory(before, redo(before.history))),
  };
}

/** Items that no longer exist are not selected. */
function withHistory(before: State, history: History): State {
  if (history === before.history) return before;
  const [last, now] = [before.history.drawing, history.drawing];
  const { selection } = before;
  const gone = new Set([...last.seats.lost(now.seats, selection), ...last.shapes.lost(now.shapes, selection)]);
  if (gone.size === 0) return { ...before, history };
  return { ...before, history, selection: new Set([...selection].filter((guid) => !gone.has(guid))) };
}
