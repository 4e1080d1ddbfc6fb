/** Waits for a condition that other processes bring about: polls it without delay instead of sleeping. */

/** The first answer that is not an error, false, null or undefined; after `withinMs` it rejects with the last error. */
export async function eventually<T>(ask: () => T | Promise<T>, withinMs = 15_000): Promise<NonNullable<T>> {
  const until = performance.now() + withinMs;
  for (;;) {
    const outcome = await Promise.resolve()
      .then(ask)
      .then(
        (answer) => ({ answer, error: new Error(`Still ${answer} after ${withinMs} ms`) }),
        (error: unknown) => ({ answer: null, error }),
      );
    if (outcome.answer !== null && outcome.answer !== undefined && outcome.answer !== false) return outcome.answer;
    if (performance.now() > until) throw outcome.error;
    // Lets this process read data that the others have sent.
    await new Promise((resolve) => setImmediate(resolve));
  }
}
