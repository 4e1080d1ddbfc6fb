/**
 * Scenario: whole purchases, create, lock, checkout, confirm, of seats and places that were never held. The same for
 * the service, for the row-lock baseline and for the server that only writes a journal.
 */

import { remember } from '../audit/evidence.ts';
import { makeRowLockEvent } from '../baselines/row-lock-tables.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { LoadResult, Target } from '../load/plan.ts';
import { eventSeats, type Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { journalOnly } from './journal-only.ts';
import { measure, type Scenario, type Server } from './scenario.ts';

/** Purchases a second for which a round has enough seats: of the service, of the journal alone, and of row locks. */
const fastest = 8_000;
const fastestJournalOnly = 25_000;
const fastestRowLocks = 2_500;
const seatsPerPurchase = 2;

interface PurchaseSetting {
  readonly name: string;
  readonly baseUrl: string;
  readonly server: () => Server;
  /** Value of X-API-Key. */
  readonly apiKey: string;
  /** Purchases a second that the server is not expected to exceed. */
  readonly fastest: number;
  /** Makes one more event to sell. */
  readonly makeEvent: () => Promise<Target>;
  readonly generator: LoadGenerator;
  readonly remember: (load: LoadResult) => void;
}

function purchases(setting: PurchaseSetting): Scenario {
  const scenario = { name: setting.name, unit: 'purchases' } as const;
  const { baseUrl, server, apiKey, generator } = setting;
  let rounds = 0;
  return {
    ...scenario,
    async round(ask) {
      const seats = (ask.seconds + ask.warmSeconds) * setting.fastest * seatsPerPurchase;
      const targets: Target[] = [];
      while (targets.length * eventSeats < seats) targets.push(await setting.makeEvent());
      rounds += 1;
      const plan = { kind: 'purchases', baseUrl, targets, apiKey, label: `round-${rounds}`, ...ask } as const;
      const { round, load } = await measure(scenario, { server: server(), generator, plan });
      setting.remember(load);
      return round;
    },
  };
}

const shared = { kind: 'rounds', unit: 'purchases', sizes: 'all' } as const;

export const wholePurchases: RoundsDefinition = {
  ...shared,
  name: 'purchases',
  about: 'Whole purchases: create, lock, checkout, confirm, each with seats or places that were never held',
  isEssential: true,
  prepare: async (stage) => [servicePurchases(stage, 'purchase'), await journalOnlyPurchases(stage)],
};

/** The floor: the same calls, of which only the records are written. */
async function journalOnlyPurchases(stage: Stage): Promise<Scenario> {
  const { baseUrl, server } = await journalOnly(stage);
  return purchases({
    name: 'journal-only purchase',
    baseUrl,
    server,
    apiKey: stage.demo.organizationToken,
    fastest: fastestJournalOnly,
    makeEvent: () => stage.lastHotEvent(),
    generator: stage.generator,
    remember: () => {},
  });
}

/** Purchases at the stage's service. */
export function servicePurchases(stage: Stage, name: string): Scenario {
  const { service, demo, generator, evidence } = stage;
  return purchases({
    name,
    baseUrl: service.baseUrl,
    server: () => stage.server,
    apiKey: demo.organizationToken,
    fastest,
    makeEvent: () => stage.hotEvent(),
    generator,
    remember: (load) => remember(evidence, load),
  });
}

export const rowLockPurchases: RoundsDefinition = {
  ...shared,
  name: 'row-lock-purchases',
  about: 'The same purchases with row locks',
  isEssential: false,
  prepare: async (stage) => {
    const { baseUrl, server, databaseUrl } = await stage.rowLocks();
    return [
      purchases({
        name: 'row-lock purchase',
        baseUrl,
        server,
        apiKey: '',
        fastest: fastestRowLocks,
        makeEvent: () => makeRowLockEvent(databaseUrl, eventSeats),
        generator: stage.generator,
        remember: () => {},
      }),
    ];
  },
};
