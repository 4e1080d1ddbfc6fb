/** Everything that the service acknowledged during a run. The audit must find all of it again. */
import type { BookingRecord, HoldRecord, LoadResult, PurchaseRecord, TicketRecord } from '../load/plan.ts';

export interface Evidence {
  readonly holds: HoldRecord[];
  readonly bought: PurchaseRecord[];
  readonly booked: BookingRecord[];
  readonly waited: TicketRecord[];
}

export function noEvidence(): Evidence {
  return { holds: [], bought: [], booked: [], waited: [] };
}

/** Adds the load generator's records of one round. */
export function remember({ holds, bought, booked, waited }: Evidence, load: LoadResult): void {
  for (const record of load.holds) holds.push(record);
  for (const record of load.bought) bought.push(record);
  for (const record of load.booked) booked.push(record);
  for (const record of load.waited) waited.push(record);
}
