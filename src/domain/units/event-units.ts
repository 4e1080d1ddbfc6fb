/** The units of an event: those of its layout, some of them with terms of the event's own. Immutable. */
import { hash } from 'node:crypto';
import type { LayoutUnits } from './layout-units.ts';
import type { EventUnit, UnitOverride } from './unit.ts';

export class EventUnits {
  readonly layout: LayoutUnits;
  readonly overrides: readonly UnitOverride[];
  readonly list: readonly EventUnit[];
  readonly #byId: ReadonlyMap<number, EventUnit>;
  #digest = '';

  constructor(layout: LayoutUnits, overrides: readonly UnitOverride[]) {
    this.layout = layout;
    this.overrides = overrides;
    const terms = new Map(overrides.map((override) => [override.id, override]));
    this.list = layout.list.map((unit) => ({ ...unit, ...terms.get(unit.id), isOverridden: terms.has(unit.id) }));
    this.#byId = new Map(this.list.map((unit) => [unit.id, unit]));
  }

  /** Differs when a map shows other units. */
  get digest(): string {
    if (this.#digest === '') this.#digest = hash('sha256', JSON.stringify(this.list), 'base64url').slice(0, 16);
    return this.#digest;
  }

  byId(id: number): EventUnit | undefined {
    return this.#byId.get(id);
  }

  /** The unit of a seat. */
  at(seat: number): EventUnit | undefined {
    const position = this.layout.positions[seat] ?? 0;
    return position === 0 ? undefined : this.list[position - 1];
  }

  /** The WHOLE units that have one of the seats. */
  wholeOf(seats: readonly number[]): ReadonlySet<EventUnit> {
    const units = new Set<EventUnit>();
    for (const seat of seats) {
      const unit = this.at(seat);
      if (unit?.booking === 'WHOLE') units.add(unit);
    }
    return units;
  }

  /** Whether the seat is in a unit. */
  has(seat: number): boolean {
    return (this.layout.positions[seat] ?? 0) !== 0;
  }

  /** Whether the seat is taken and given back only with its unit. */
  isWhole(seat: number): boolean {
    return this.at(seat)?.booking === 'WHOLE';
  }
}
