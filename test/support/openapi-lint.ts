/** The OpenAPI document as a kept linter judges it: structure, references, examples against their schemas, descriptions. */
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** The rules that are not its recommended ones. */
const rules = {
  // The paths are the contract's, slashes at their ends included.
  'no-path-trailing-slash': 'off',
  // The owner has chosen no licence.
  'info-license': 'off',
  'parameter-description': 'error',
  'tag-description': 'error',
  'no-invalid-media-type-examples': 'error',
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
} as const;

/** One line for each complaint; warnings count. */
export async function lintOpenApi(document: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source: document, absoluteRef: '/openapi.json', config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? '?'}`);
}
