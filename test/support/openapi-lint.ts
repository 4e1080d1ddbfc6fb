/** Checks the OpenAPI document with Redocly's linter: structure, references, examples against schemas, descriptions. */
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Differences from the linter's recommended rules. */
const rules = {
  // The contract prescribes the paths, including their trailing slashes.
  'no-path-trailing-slash': 'off',
  // The owner has chosen no licence.
  'info-license': 'off',
  'parameter-description': 'error',
  'tag-description': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
} as const;

/** One line for each problem, warnings included. */
export async function lintOpenApi(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source: document, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? '?'}`);
}
