/** The commands of units. */
import { accept } from '../decision.ts';
import { overrideUnits, type UnitsReply, unitsReply } from '../units/decide-units.ts';
import type { UnitCommand } from '../units/unit-command.ts';
import type { CommandDefinitions } from './definition.ts';

/** The cluster version that knows units. */
const since = 2;

export const unitCommands: CommandDefinitions<UnitCommand, null, UnitsReply> = {
  'read-units': { since, isRead: true, decide: () => accept([], null), reply: unitsReply },
  'override-units': { since, decide: overrideUnits, reply: unitsReply },
};
