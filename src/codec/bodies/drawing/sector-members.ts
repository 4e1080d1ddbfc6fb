/** The members of a drawn sector that are stored and answered as they were sent: its labels and its measures. */
import type { z } from 'zod';

/** `label`, `measure`: the type of one member; optional in a request, null in an answer. */
export function sectorMembers<Label extends z.ZodType, Measure extends z.ZodType>(label: Label, measure: Measure) {
  return {
    prefix: label,
    seatPrefix: label,
    type: label,
    externalId: label,
    x: measure,
    y: measure,
    width: measure,
    height: measure,
    angle: measure,
  };
}
