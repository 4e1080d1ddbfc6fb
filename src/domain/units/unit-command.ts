/** The commands of units. Plain data, like all commands. */
import type { UnitOverride } from './unit.ts';

export type UnitCommand =
  | { readonly kind: 'read-units' }
  /** The whole list: a unit that it does not name is booked as the layout says. */
  | { readonly kind: 'override-units'; readonly overrides: readonly UnitOverride[] };
