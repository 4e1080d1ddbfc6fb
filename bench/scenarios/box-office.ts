/**
 * Scenarios: the organization's own box office, with its key, through the current interface and through the legacy one.
 */

import { remember } from '../audit/evidence.ts';
import type { LoadGenerator } from '../load/load.ts';
import type { BookingPlan, LoadResult, Target } from '../load/plan.ts';
import { configure, makeEvent, makeSchema, seatKeysOf } from '../stand/catalog.ts';
import { eventSeats, type Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { journalOnly } from './journal-only.ts';
import { measure, type Scenario, type Server } from './scenario.ts';

/** 15 minutes by default: seats that a round leaves locked must still be locked when a long run is audited. */
const lockTtlSeconds = 86_400;

const shared = { kind: 'rounds', unit: 'calls', isEssential: true, sizes: 'largest' } as const;

/** Few, because every round makes an event of its own. */
const quickSeats = 10_000;

type Booking = Pick<BookingPlan, 'apiKey' | 'steps' | 'seatKeys'>;

export const privateBooking: RoundsDefinition = {
  ...shared,
  name: 'private',
  about: 'The box office with its token: lock and unlock; lock, sale and revertsale; every answer is true',
  prepare: async (stage, { isQuick }) => {
    await configure(stage.owner, { lockTtlSeconds });
    const seats = isQuick ? quickSeats : eventSeats;
    const schemaId = await makeSchema(stage.owner, seats, 0);
    const apiKey = stage.demo.organizationToken;
    const key = { apiKey, seatKeys: null };
    const service = serviceOffice(stage, schemaId);
    return [
      booking('private lock/unlock', service, { ...key, steps: ['lock', 'unlock'] }),
      booking('journal-only lock/unlock', await journalOnlyOffice(stage), { ...key, steps: ['lock', 'unlock'] }),
      booking('private lock/sale/revert', service, { ...key, steps: ['lock', 'sale', 'revertsale'] }),
    ];
  },
};

export const legacyBooking: RoundsDefinition = {
  ...shared,
  name: 'v1-lock',
  about: 'The legacy interface with the private key: lock and unlock by composite keys; no line fails',
  prepare: async (stage, { isQuick }) => {
    await configure(stage.owner, { lockTtlSeconds });
    const seats = isQuick ? quickSeats : eventSeats;
    const schemaId = await makeSchema(stage.owner, seats, 0);
    const apiKey = stage.demo.privateKey;
    return [
      booking('v1 lock/unlock', serviceOffice(stage, schemaId), {
        apiKey,
        steps: ['lock', 'unlock'],
        seatKeys: seatKeysOf(seats),
      }),
    ];
  },
};

interface Office {
  readonly baseUrl: string;
  readonly server: () => Server;
  readonly generator: LoadGenerator;
  /** The event of a round. */
  readonly event: () => Promise<Target>;
  readonly remember: (load: LoadResult) => void;
}

function serviceOffice(stage: Stage, schemaId: number): Office {
  const { service, owner, demo, generator, evidence } = stage;
  return {
    baseUrl: service.baseUrl,
    server: () => stage.server,
    generator,
    event: () => makeEvent(owner, demo, schemaId),
    remember: (load) => remember(evidence, load),
  };
}

/** The floor: the same calls, of which only the records are written. */
async function journalOnlyOffice(stage: Stage): Promise<Office> {
  const { baseUrl, server } = await journalOnly(stage);
  const { generator } = stage;
  return { baseUrl, server, generator, event: () => stage.lastHotEvent(), remember: () => {} };
}

/** Every connection has seats of its own, every round an event of its own. */
function booking(name: string, office: Office, calls: Booking): Scenario {
  const scenario = { name, unit: 'calls' } as const;
  const { baseUrl, server, generator } = office;
  return {
    ...scenario,
    async round(ask) {
      const plan = { kind: 'bookings', baseUrl, target: await office.event(), ...calls, ...ask } as const;
      const measured = await measure(scenario, { server: server(), generator, plan });
      office.remember(measured.load);
      return measured.round;
    },
  };
}
