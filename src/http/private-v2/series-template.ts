/**
 * Asks a template event for the contents that a new event of a series copies, and refuses one that is not published.
 */
import type { Engine } from '#actors/engine.ts';
import type { Template } from '#domain/series/template.ts';
import type { RouteResult } from '../pipeline/route.ts';

type Failure = Extract<RouteResult, { problem: unknown }>;

/** 400 INVALID_SERIES_TEMPLATE. */
export function invalidTemplate(detail: string): Failure {
  return { problem: { code: 'INVALID_SERIES_TEMPLATE', detail } };
}

/** The template as of one record of its journal, or the reason why it cannot be one. Rejects with a `Fault`. */
export async function readTemplate(engine: Engine, eventNumber: number): Promise<Template | Failure> {
  const answer = await engine.ask(eventNumber, { kind: 'read-template' });
  if (!answer.ok) return { problem: answer.refusal };
  if (answer.reply.kind !== 'template') throw new Error(`expected a template, got ${answer.reply.kind}`);
  const { template } = answer.reply;
  return template.status === 'PUBLISHED'
    ? template
    : invalidTemplate(`The template is ${template.status}, not PUBLISHED.`);
}
