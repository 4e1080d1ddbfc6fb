/**
 * How many reports run at once: each keeps a connection to the database busy, and bookings need the others. Counts on its
 * own node. A report that is refused has cost nothing.
 */
export interface SlotBounds {
  readonly perOrganizationMax: number;
  readonly perNodeMax: number;
}

const slotBounds: SlotBounds = { perOrganizationMax: 2, perNodeMax: 6 };

export type SlotRefusal = 'organization-full' | 'node-full';

export class ReportSlots {
  readonly #bounds: SlotBounds;
  readonly #byOrganization = new Map<number, number>();
  #count = 0;

  constructor(bounds = slotBounds) {
    this.#bounds = bounds;
  }

  /** How to give the slot back, once or more; or why there is none. */
  take(organizationId: number): (() => void) | SlotRefusal {
    const taken = this.#byOrganization.get(organizationId) ?? 0;
    if (taken >= this.#bounds.perOrganizationMax) return 'organization-full';
    if (this.#count >= this.#bounds.perNodeMax) return 'node-full';
    this.#byOrganization.set(organizationId, taken + 1);
    this.#count++;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#count--;
      const left = (this.#byOrganization.get(organizationId) ?? 1) - 1;
      if (left === 0) this.#byOrganization.delete(organizationId);
      else this.#byOrganization.set(organizationId, left);
    };
  }
}
