/**
 * Scenarios in which nearly every call is a conflict: all want the same hundred seats, or the last places of a floor.
 */

import { remember } from '../audit/evidence.ts';
import { makeEvent, makeSchema } from '../stand/catalog.ts';
import type { RoundsDefinition } from './definition.ts';
import { holds, makeSessions, serviceHolds } from './holds.ts';
import { measure, type Scenario } from './scenario.ts';

const wantedSeats = 100;
const wantedPlaces = 100;
const placesAtOnce = 2;

const shared = { kind: 'rounds', unit: 'answers 200 and 409', isEssential: true, sizes: 'largest' } as const;

export const conflictStorm: RoundsDefinition = {
  ...shared,
  name: 'conflict-storm',
  about: 'All want two of the same 100 seats of one event: every answer is 200 or 409, no seat has two owners',
  prepare: async (stage) => {
    const { owner, demo } = stage;
    const schemaId = await makeSchema(owner, wantedSeats, 0);
    const setting = serviceHolds(stage, 'conflict storm', () => makeEvent(owner, demo, schemaId));
    return [holds({ ...setting, unit: 'answers' })];
  },
};

export const placeStorm: RoundsDefinition = {
  ...shared,
  name: 'ga-storm',
  about: 'All want two of the same 100 standing places: every answer is 200 or 409, the counters add up',
  prepare: async (stage) => {
    const { owner, demo, visitor, service, generator, evidence } = stage;
    const schemaId = await makeSchema(owner, wantedSeats, wantedPlaces);
    const scenario = { name: 'GA storm', unit: 'answers' } as const;
    const storm: Scenario = {
      ...scenario,
      async round(ask) {
        const target = await makeEvent(owner, demo, schemaId);
        const sessionIds = await makeSessions(visitor, target, ask.connections);
        const { eventId } = target;
        const load = { kind: 'places', eventId, areaId: target.areaId!, places: placesAtOnce, sessionIds } as const;
        const plan = { ...load, baseUrl: service.baseUrl, ...ask };
        const measured = await measure(scenario, { server: stage.server, generator, plan });
        remember(evidence, measured.load);
        return measured.round;
      },
    };
    return [storm];
  },
};
