/**
 * Scenario: the cost of orphan prevention. Seats are taken in fixed pairs of rows of even length, which never leaves a
 * single seat, so that the same calls succeed with the rule and without it.
 */
import { configure, makeEvent, makeSchema } from '../stand/catalog.ts';
import { eventSeats } from '../stand/stage.ts';
import type { RoundsDefinition } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';
import type { Scenario } from './scenario.ts';

export const orphanPrevention: RoundsDefinition = {
  kind: 'rounds',
  name: 'orphans',
  about: 'Hold and give back neighbouring seats, with orphan prevention off and on; nothing is refused',
  unit: 'calls',
  isEssential: true,
  sizes: 'largest',
  prepare: async (stage) => {
    const schemaId = await makeSchema(stage.owner, eventSeats, 0);
    const event = () => makeEvent(stage.owner, stage.demo, schemaId);
    const paired = (name: string) => holds({ ...serviceHolds(stage, name, event), choice: 'paired' });
    const watched = paired('pairs, orphans prevented');
    return [
      paired('pairs'),
      {
        ...watched,
        async round(ask) {
          await configure(stage.owner, { orphanSeatPrevention: true });
          try {
            return strict(await watched.round(ask));
          } finally {
            await configure(stage.owner, { orphanSeatPrevention: false });
          }
        },
      },
    ];
  },
};

function strict(round: Awaited<ReturnType<Scenario['round']>>) {
  if (round.refused === 0) return round;
  return { ...round, invalidReason: `${round.refused} calls were refused although none would have left a single seat` };
}
