/** The commands that were done to a drawing and undone: the present drawing follows from the stored one. Pure. */
import { type Change, changed, type Drawing, isNothing } from './drawing.ts';

/** Older changes are forgotten: they cannot be taken back, but are still in the drawing. */
const changesMax = 500;

export interface History {
  /** As the service has it. */
  readonly stored: Drawing;
  readonly drawing: Drawing;
  /** How many changes came before those that are done and can be taken back. */
  readonly forgotten: number;
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

export function begin(stored: Drawing): History {
  return { stored, drawing: stored, forgotten: 0, done: [], undone: [] };
}

export function add(history: History, change: Change): History {
  if (isNothing(change)) return history;
  const all = [...history.done, change];
  const done = all.slice(-changesMax);
  const forgotten = history.forgotten + all.length - done.length;
  return { ...history, drawing: changed(history.drawing, change), forgotten, done, undone: [] };
}

export function undo(history: History): History {
  const last = history.done.at(-1);
  if (last === undefined) return history;
  const drawing = changed(history.drawing, last, true);
  return { ...history, drawing, done: history.done.slice(0, -1), undone: [...history.undone, last] };
}

export function redo(history: History): History {
  const next = history.undone.at(-1);
  if (next === undefined) return history;
  const drawing = changed(history.drawing, next);
  return { ...history, drawing, done: [...history.done, next], undone: history.undone.slice(0, -1) };
}

/** How many changes the service does not have. */
export function unsavedIn({ forgotten, done }: History): number {
  return forgotten + done.length;
}

/** The number of the first change that is not kept as it is. */
export function firstDifference(kept: readonly Change[], { forgotten, done }: History): number {
  const all = forgotten + done.length;
  let number = Math.min(forgotten, kept.length);
  while (number < all && number < kept.length && kept[number] === done[number - forgotten]) number++;
  return number;
}

/** Where what is drawn is at this moment. `older`: an older drawing is being saved, and this one is not saved yet. */
export type Standing = 'saved' | 'saving' | 'older' | 'unsaved';

/** `sent`: what a save that is under way has sent; null: there is none. */
export function standingOf(history: History, sent: History | null): Standing {
  if (sent === null) return unsavedIn(history) === 0 ? 'saved' : 'unsaved';
  const isSame = unsavedIn(history) === unsavedIn(sent) && history.done.at(-1) === sent.done.at(-1);
  return isSame ? 'saving' : 'older';
}
