/**
 * One service for all tests of a file. `useService` registers the hooks that start and close it; `service` is set before
 * the first test and before hooks that the file registers after the call.
 */
import { type Answer, startTestService, type TestService } from './service.ts';

export let service: TestService;

/** `settings`: environment variables. */
export function useService(settings: Record<string, string> = {}): void {
  beforeAll(async () => {
    service = await startTestService(settings);
  });

  afterAll(() => service.close());
}

/** A call as the catalog's own organization unless another key is given. */
export function ask(
  method: string,
  path: string,
  body?: unknown,
  key = service.catalog.organization.token,
): Promise<Answer> {
  return service.call(method, path, { key, body });
}
