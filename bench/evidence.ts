/** What a run was told by whoever it measured: everything of it must be found again afterwards. */
import type { BookingRecord, HoldRecord, LoadResult, PurchaseRecord } from './load/plan.ts';

export interface Evidence {
  readonly holds: HoldRecord[];
  readonly bought: PurchaseRecord[];
  readonly booked: BookingRecord[];
}

/** Adds what the load generator remembers of a round. */
export function remember({ holds, bought, booked }: Evidence, load: LoadResult): void {
  for (const record of load.holds) holds.push(record);
  for (const record of load.bought) bought.push(record);
  for (const record of load.booked) booked.push(record);
}
