/**
 * Completes a finished OpenAPI document: describes members and parameters from the glossary, and gives numbers and
 * UUIDs the forms that are really accepted. Never replaces a description that a schema gives.
 */
import { glossary } from './glossary.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON document, walked as such
type Json = any;

const uuidPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** Changes the document in place. */
export function applyTerms(document: Json): void {
  for (const operations of Object.values<Json>(document.paths)) {
    for (const operation of Object.values<Json>(operations)) {
      for (const parameter of operation.parameters ?? []) describeParameter(parameter);
      const bodies = [operation.requestBody, ...Object.values<Json>(operation.responses)];
      for (const body of bodies) {
        for (const content of Object.values<Json>(body?.content ?? {}))
          for (const schema of [content.schema, ...Object.values<Json>(content['x-events'] ?? {})])
            describeSchema(schema);
      }
    }
  }
  for (const schema of Object.values<Json>(document.components.schemas)) describeSchema(schema);
}

function describeParameter(parameter: Json): void {
  const { schema } = parameter;
  parameter.description ??= schema.description ?? glossary[parameter.name];
  describeSchema(schema);
}

function describeSchema(schema: Json): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (schema.format === 'uuid') schema.pattern = uuidPattern;
  if (schema.type === 'integer') describeInteger(schema);
  for (const [name, member] of Object.entries<Json>(schema.properties ?? {})) {
    describeSchema(member);
    if (member.$ref === undefined) member.description ??= glossary[name];
  }
  for (const part of ['items', 'additionalProperties']) describeSchema(schema[part]);
  for (const list of ['anyOf', 'oneOf', 'allOf', 'prefixItems'])
    for (const one of schema[list] ?? []) describeSchema(one);
}

/** Removes the bounds ±(2^53−1): every JSON number of this API has them. */
function describeInteger(schema: Json): void {
  if (schema.minimum === -Number.MAX_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) {
    delete schema.maximum;
    schema.format ??= 'int64';
  }
}
