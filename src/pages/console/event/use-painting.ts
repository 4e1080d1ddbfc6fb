/** The hook that paints the selected seats, keeps the steps, and takes the last of them back. */
import { useState } from 'preact/hooks';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk } from '../desk.ts';
import type { Reading } from '../reading.tsx';
import { allotmentPaints } from './allotment-paints.ts';
import type { PaintedMap } from './painted-map.ts';
import { type Paint, type Paintbox, type Painted, type PaintKind, type Steps, withStep } from './painting.ts';
import { pricePaints } from './price-paints.ts';
import { text } from './texts.ts';

export const paintboxes: Readonly<Record<PaintKind, Paintbox>> = { prices: pricePaints, allotments: allotmentPaints };

export interface Painting {
  readonly isBusy: boolean;
  readonly failure: unknown;
  /** Ids of the seats of the last painting that were held or sold, and so stay what they are. */
  readonly taken: readonly number[];
  /** Paints the selected seats; null: with nothing. */
  paintWith(paint: Paint | null): void;
  /** Takes the last painting of this kind back; null: there is none. */
  readonly undo: (() => void) | null;
}

/** `read`: reads the paints of this kind again and shows them on the map. */
export function usePainting(
  eventId: string,
  map: PaintedMap | null,
  kind: PaintKind,
  { value, write }: Reading<Painted>,
  read: () => Promise<Painted>,
): Painting {
  const { service, tell } = useDesk();
  const [steps, setSteps] = useState<Steps>([]);
  const [taken, setTaken] = useState<readonly number[]>([]);
  const { isBusy, failure, run } = useAction();
  const { put } = paintboxes[kind];
  const last = steps.findLast((step) => step.kind === kind);
  const paintWith = (paint: Paint | null): void => {
    if (map === null || value === null || map.selected.size === 0) return;
    const before = map.selectedSeats();
    const after = before.map(({ id }) => ({ id, paint: paint?.id ?? null }));
    void run(async () => {
      setTaken([]);
      // A painting that fails between two calls has painted a part, which can be taken back.
      setSteps(withStep(steps, { kind, before, after }));
      // Now: what is selected while this one is written is the next.
      const selected = [...map.selected];
      map.clear();
      try {
        await put(service, eventId, after, before).finally(() => write(read));
      } catch (failure) {
        if (map.selected.size === 0) map.select(selected);
        throw failure;
      }
      tell(text('seatsPainted', { count: after.length }));
      setTaken(takenOf(value, new Set(after.map(({ id }) => id))));
    });
  };
  const undo = (step: Steps[number]): void => {
    void run(async () => {
      setTaken([]);
      const now = await read();
      const paintOf = new Map(now.seats.map(({ id, paint }) => [id, paint]));
      const wanted = step.before.filter(({ id, paint }) => (paintOf.get(id) ?? null) !== paint);
      const painted = wanted.map(({ id }) => ({ id, paint: paintOf.get(id) ?? null }));
      await put(service, eventId, wanted, painted).finally(() => write(read));
      tell(text('seatsPainted', { count: wanted.length }));
      setSteps(steps.filter((one) => one !== step));
    });
  };
  return { isBusy, failure, taken, paintWith, undo: last === undefined ? null : () => undo(last) };
}

function takenOf({ assignments }: Painted, painted: ReadonlySet<number>): readonly number[] {
  return assignments.seatsOnEvent.flatMap(({ id, state }) =>
    painted.has(id) && (state === 'LOCKED' || state === 'SOLD') ? [id] : [],
  );
}
