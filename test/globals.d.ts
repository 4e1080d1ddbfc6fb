/** Jest's functions are global names in test files. */
import type * as Jest from '@jest/globals';

declare global {
  const afterAll: typeof Jest.afterAll;
  const afterEach: typeof Jest.afterEach;
  const beforeAll: typeof Jest.beforeAll;
  const beforeEach: typeof Jest.beforeEach;
  const describe: typeof Jest.describe;
  const expect: typeof Jest.expect;
  const jest: typeof Jest.jest;
  const test: typeof Jest.test;
}
