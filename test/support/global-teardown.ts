/** Stops the PostgreSQL of the test run and removes its directory. */
export default async function tearDown(): Promise<void> {
  const { stopTestServer } = globalThis as typeof globalThis & { stopTestServer?: () => Promise<void> };
  await stopTestServer?.();
}
