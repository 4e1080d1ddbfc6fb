/**
 * Scenario: seats that the event chooses against picked seats, in the same run: pairs of one event, all picked, all
 * chosen, and half of the connections each. A hold of best seats should reach 0.9 of the rate, and picked holds beside it
 * should lose at most a tenth.
 */
import type { RoundsDefinition } from './definition.ts';
import { holds, serviceHolds } from './holds.ts';

export const bestAvailable: RoundsDefinition = {
  kind: 'rounds',
  name: 'best-available',
  about:
    'Hold and give back two neighbouring seats: picked by the buyer, chosen by the event, and both beside each other',
  unit: 'calls',
  isEssential: false,
  sizes: 'largest',
  prepare: async (stage) => {
    const event = () => stage.hotEvent();
    return [
      holds({ ...serviceHolds(stage, 'pairs, picked', event), choice: 'paired' }),
      holds({ ...serviceHolds(stage, 'pairs, best available', event), choice: 'best' }),
      holds({ ...serviceHolds(stage, 'pairs, half of them best available', event), choice: 'half-best' }),
    ];
  },
};
