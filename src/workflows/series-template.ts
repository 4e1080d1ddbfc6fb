/**
 * Asks a template event for the contents that a new event of a series copies, and refuses one that is not published.
 * Reads only.
 */
import type { Engine } from '#actors/engine.ts';
import { askTemplate } from './copied-opening.ts';

/** The event cannot be the template of a series; `detail` says why. */
export interface InvalidTemplate {
  readonly outcome: 'invalid-template';
  readonly detail: string;
}

export function invalidTemplate(detail: string): InvalidTemplate {
  return { outcome: 'invalid-template', detail };
}

/** Rejects with a `Fault`. */
export async function readTemplate(
  engine: Engine,
  eventNumber: number,
): Promise<Awaited<ReturnType<typeof askTemplate>> | InvalidTemplate> {
  const read = await askTemplate(engine, eventNumber);
  if (read.outcome !== 'template' || read.template.status === 'PUBLISHED') return read;
  return invalidTemplate(`The template is ${read.template.status}, not PUBLISHED.`);
}
