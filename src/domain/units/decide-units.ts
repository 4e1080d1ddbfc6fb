/** The rule of an event's own terms of units, and the reply that shows the units. */
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { fieldErrorsMax } from '../limits.ts';
import { guestErrors } from './plan-units.ts';
import type { EventUnit, UnitOverride } from './unit.ts';

/** `seats` of the units: by id. */
export interface UnitsReply {
  readonly kind: 'units';
  readonly units: readonly EventUnit[];
}

export function unitsReply({ units, seatMap }: EventState): UnitsReply {
  const shown = units?.list.map((unit) => ({ ...unit, seats: unit.seats.map((seat) => seatMap.idAt(seat)) }));
  return { kind: 'units', units: shown ?? [] };
}

/** Carts and sales stay as they are. */
export function overrideUnits(
  state: EventState,
  { overrides }: { readonly overrides: readonly UnitOverride[] },
): Decision<null> {
  const errors = overrides.flatMap((override, at) => {
    const unit = state.units?.byId(override.id);
    if (unit === undefined) {
      const message = 'must be a unit of the event';
      return [{ field: `units[${at}].id`, message, rejectedValue: override.id, code: 'UNKNOWN_VALUE' } as const];
    }
    return guestErrors(override, unit.seats.length, `units[${at}].`);
  });
  const [first] = errors;
  if (first === undefined) {
    const isSame = JSON.stringify(overrides) === JSON.stringify(state.unitOverrides);
    return accept(isSame ? [] : [{ type: 'units-overridden', overrides }], null);
  }
  const detail = errors.length === 1 ? `${first.field}: ${first.message}` : 'The terms do not fit the units.';
  return refuse({ code: 'VALIDATION_FAILED', detail, errors: errors.slice(0, fieldErrorsMax) });
}
