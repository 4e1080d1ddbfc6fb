/** The commands that were done to a drawing and undone: the present drawing follows from the stored one. Pure. */
import { type Change, changed, type Drawing, isNothing, takenBack } from './drawing.ts';

/** Older changes cannot be taken back. They are still in the drawing. */
const changesMax = 500;

export interface History {
  /** As the service has it. */
  readonly stored: Drawing;
  readonly drawing: Drawing;
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

export function begin(stored: Drawing): History {
  return { stored, drawing: stored, done: [], undone: [] };
}

export function add(history: History, change: Change): History {
  if (isNothing(change)) return history;
  const done = [...history.done, change].slice(-changesMax);
  return { ...history, drawing: changed(history.drawing, change), done, undone: [] };
}

export function undo(history: History): History {
  const last = history.done.at(-1);
  if (last === undefined) return history;
  const drawing = changed(history.drawing, takenBack(last));
  return { ...history, drawing, done: history.done.slice(0, -1), undone: [...history.undone, last] };
}

export function redo(history: History): History {
  const next = history.undone.at(-1);
  if (next === undefined) return history;
  const drawing = changed(history.drawing, next);
  return { ...history, drawing, done: [...history.done, next], undone: history.undone.slice(0, -1) };
}
