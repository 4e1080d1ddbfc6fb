/** A call of the component that the service or the map has refused. */
import type { Refusal } from './channel.ts';
import type { Alternative, NamedSeat } from './order.ts';

/** The refusal of a hold has more to say. */
export interface HoldRefusal extends Refusal {
  readonly conflicts?: readonly NamedSeat[];
  readonly alternatives?: readonly Alternative[];
}

export class MapError extends Error {
  override readonly name = 'MapError';
  /** An error code of the service, or `REMOVED`, `DESTROYED`, `RELOADED`, or a code of `onFailed`. */
  readonly code: string;
  readonly conflicts: readonly NamedSeat[];
  readonly alternatives: readonly Alternative[];

  constructor({ code, message, conflicts = [], alternatives = [] }: HoldRefusal) {
    super(message);
    this.code = code;
    this.conflicts = conflicts;
    this.alternatives = alternatives;
  }
}
