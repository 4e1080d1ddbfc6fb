/**
 * The paints of seats: one form for prices and allotments, and the painted steps, of which the last can be taken back. Calls nothing.
 */
import type { Assignments } from '../seat-board.ts';
import type { Service } from '../service.ts';

export type PaintKind = 'prices' | 'allotments';

/** A price or an allotment, in the order of the list. */
export interface Paint {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`; null: that of its place in the series. */
  readonly colour: string | null;
}

/** A seat by its id, and the id of its paint; null: none. */
export interface PaintedSeat {
  readonly id: number;
  readonly paint: string | null;
}

/** As read from the service. */
export interface Painted {
  readonly kind: PaintKind;
  readonly paints: readonly Paint[];
  readonly seats: readonly PaintedSeat[];
  /** The states of the seats, and the areas with their prices. */
  readonly assignments: Assignments;
}

/** How one kind of paint is read and put on seats. Both reject as `Service.ask` does. */
export interface Paintbox {
  read(service: Service, eventId: string): Promise<Painted>;
  /** `before`: what they have now. Rejects when one of its calls fails; those before it stay. */
  put(service: Service, eventId: string, wanted: readonly PaintedSeat[], before: readonly PaintedSeat[]): Promise<void>;
}

/** One painting: the same seats before and after it. */
export interface Step {
  readonly kind: PaintKind;
  readonly before: readonly PaintedSeat[];
  readonly after: readonly PaintedSeat[];
}

/** Paintings of one event, of which each can be taken back, the last one first. */
export type Steps = readonly Step[];

const stepsMax = 50;
/** Of all steps together: 16 MB. */
const seatsMax = 1_000_000;

/** The newest step is always kept. */
export function withStep(steps: Steps, step: Step): Steps {
  const kept = [...steps, step].slice(-stepsMax);
  while (kept.length > 1 && kept.reduce((sum, { before }) => sum + before.length, 0) > seatsMax) kept.shift();
  return kept;
}
