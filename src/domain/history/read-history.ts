/** The part of a seat's or an area's history that is not stored yet, and where the history begins. */
import type { ReadCommand } from '../command.ts';
import type { CommandDefinition, CommandOf } from '../commands/definition.ts';
import { accept, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { blockOfArea, blockOfSeat } from './history-block.ts';
import type { HistoryRow } from './history-log.ts';

export interface HistoryReply {
  readonly kind: 'history';
  /** Index of the seat; of an area it is not needed. */
  readonly seat: number | null;
  readonly block: number;
  /** Every change after this record is stored or in the rows. */
  readonly begin: number;
  /** By rising `to`. */
  readonly rows: readonly HistoryRow[];
}

type Plan = Pick<HistoryReply, 'seat' | 'block'>;

/** Null: the event never had such a place. A seat that the layout no longer has is one. */
export function placeOf({ seatMap, seats, areas }: EventState, place: 'seat' | 'area', id: number): Plan | null {
  const index = place === 'seat' ? seatMap.indexOf(id) : seatMap.areaIndexOf(id);
  if (index < 0 || index >= (place === 'seat' ? seats.size : areas.length)) return null;
  return place === 'area' ? { seat: null, block: blockOfArea(index) } : { seat: index, block: blockOfSeat(index) };
}

export function noSuchPlace(place: 'seat' | 'area') {
  return { code: 'ENTITY_NOT_FOUND', detail: `The event has no such ${place}.` } as const;
}

export function historyOf({ historyLog, seq }: EventState, plan: Plan): HistoryReply {
  return { kind: 'history', ...plan, begin: historyLog?.begin ?? seq, rows: historyLog?.rows(plan.block, seq) ?? [] };
}

export const readHistory: CommandDefinition<CommandOf<ReadCommand, 'read-history'>, Plan, HistoryReply> = {
  since: 2,
  isRead: true,
  seesWholeRecord: true,
  decide(state, { place, id }) {
    const plan = placeOf(state, place, id);
    if (plan !== null) return accept([], plan);
    return refuse(noSuchPlace(place));
  },
  reply: historyOf,
};
