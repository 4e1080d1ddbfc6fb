/** Stops the PostgreSQL of the test run, and the browser when the tests ran in this process, and removes their directories. */
export default async function tearDown(): Promise<void> {
  const { stopTestServer, stopTestBrowser } = globalThis as typeof globalThis & {
    stopTestServer?: () => Promise<void>;
    stopTestBrowser?: () => Promise<void>;
  };
  await stopTestBrowser?.();
  await stopTestServer?.();
}
