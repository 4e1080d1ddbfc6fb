/** Decides when an event adopts a newer version of its layout: as soon as it knows of one. */
import { accept, type Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import { adoptionOf } from './layout-adoption.ts';

export function decideLayout({ seatMap, layoutVersion }: EventState): Decision {
  const adoption = seatMap.version > layoutVersion ? adoptionOf(seatMap) : null;
  return accept(adoption === null ? [] : [adoption], { kind: 'done' });
}
