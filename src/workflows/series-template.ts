/**
 * Asks a template event for the contents that a new event of a series copies, and refuses one that is not published.
 * Reads only.
 */
import type { Engine } from '#actors/engine.ts';
import type { Template } from '#domain/series/template.ts';
import type { RefusedByEvent } from './permitted-change.ts';

/** The event cannot be the template of a series; `detail` says why. */
export interface InvalidTemplate {
  readonly outcome: 'invalid-template';
  readonly detail: string;
}

export function invalidTemplate(detail: string): InvalidTemplate {
  return { outcome: 'invalid-template', detail };
}

interface ReadTemplate {
  readonly outcome: 'template';
  /** As of one record of the event's journal. */
  readonly template: Template;
}

/** Rejects with a `Fault`. */
export async function readTemplate(
  engine: Engine,
  eventNumber: number,
): Promise<ReadTemplate | InvalidTemplate | RefusedByEvent> {
  const answer = await engine.ask(eventNumber, { kind: 'read-template' });
  if (!answer.ok) return { outcome: 'refused', refusal: answer.refusal };
  if (answer.reply.kind !== 'template') throw new Error(`expected a template, got ${answer.reply.kind}`);
  const { template } = answer.reply;
  return template.status === 'PUBLISHED'
    ? { outcome: 'template', template }
    : invalidTemplate(`The template is ${template.status}, not PUBLISHED.`);
}
