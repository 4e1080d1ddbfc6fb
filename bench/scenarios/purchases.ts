/**
 * Scenario: whole purchases, create, lock, checkout, confirm, of seats and places that nobody had before. The same for the
 * service and for the row-lock baseline.
 */

import type { PurchaseRecord, Target } from '../load/plan.ts';
import type { LoadGenerator } from '../load.ts';
import { measure, type Scenario, type Server } from './scenario.ts';

/** Purchases a second that the events of a round are made for. */
const fastest = 12_000;
const seatsPerPurchase = 2;

export interface PurchaseSetting {
  readonly name: string;
  readonly baseUrl: string;
  readonly server: Server;
  /** Value of X-API-Key. */
  readonly apiKey: string;
  /** Seats of one event. */
  readonly eventSeats: number;
  /** Makes one more event to sell. */
  readonly makeEvent: () => Promise<Target>;
}

/** `remember` gets every purchase of a round. */
export function purchases(
  setting: PurchaseSetting,
  generator: LoadGenerator,
  remember: (records: readonly PurchaseRecord[]) => void,
): Scenario {
  const scenario = { name: setting.name, unit: 'purchases' } as const;
  const { baseUrl, server, apiKey } = setting;
  let rounds = 0;
  return {
    ...scenario,
    async round(ask) {
      const seats = (ask.seconds + ask.warmSeconds) * fastest * seatsPerPurchase;
      const targets: Target[] = [];
      while (targets.length * setting.eventSeats < seats) targets.push(await setting.makeEvent());
      rounds += 1;
      const plan = { kind: 'purchases', baseUrl, targets, apiKey, label: `round-${rounds}`, ...ask } as const;
      const { round, load } = await measure(scenario, { server, generator, plan });
      remember(load.bought);
      return round;
    },
  };
}
