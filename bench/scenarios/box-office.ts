/**
 * Scenarios: the organization's own box office, with its key, through the current interface and through the legacy one.
 */

import { remember } from '../audit/evidence.ts';
import type { BookingPlan } from '../load/plan.ts';
import { configure, makeEvent, makeSchema, seatKeysOf } from '../stand/catalog.ts';
import { eventSeats, type Stage } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { measure, type Scenario } from './scenario.ts';

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
    return [
      booking(stage, 'private lock/unlock', schemaId, { ...key, steps: ['lock', 'unlock'] }),
      booking(stage, 'private lock/sale/revert', schemaId, { ...key, steps: ['lock', 'sale', 'revertsale'] }),
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
      booking(stage, 'v1 lock/unlock', schemaId, {
        apiKey,
        steps: ['lock', 'unlock'],
        seatKeys: seatKeysOf(seats),
      }),
    ];
  },
};

/** Every connection has seats of its own, every round an event of its own. */
function booking(stage: Stage, name: string, schemaId: number, calls: Booking): Scenario {
  const scenario = { name, unit: 'calls' } as const;
  return {
    ...scenario,
    async round(ask) {
      const { service, owner, demo, generator, evidence } = stage;
      const target = await makeEvent(owner, demo, schemaId);
      const plan = { kind: 'bookings', baseUrl: service.baseUrl, target, ...calls, ...ask } as const;
      const measured = await measure(scenario, { server: stage.server, generator, plan });
      remember(evidence, measured.load);
      return measured.round;
    },
  };
}
