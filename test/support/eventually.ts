/**
 * The one way in which tests wait for a condition that other processes bring about. Asks again and again, with pauses that
 * grow with the wait, so that waiting takes no processor time from the others. The limit only ends a test that would hang: on a
 * busy machine everything takes longer, so nothing may depend on it.
 */

const limitMs = 240_000;
/** A pause is this part of the time that has passed, so a wait becomes longer by no more than that. */
const pausePart = 1 / 8;
const pauseMsMax = 40;

/** The first answer that is not an error, false, null or undefined; at the limit it rejects with the last error. */
export async function eventually<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const since = performance.now();
  for (;;) {
    const outcome = await Promise.resolve()
      .then(ask)
      .then(
        (answer) => ({ answer, error: new Error(`Still ${answer} after ${limitMs} ms`) }),
        (error: unknown) => ({ answer: null, error }),
      );
    if (outcome.answer !== null && outcome.answer !== undefined && outcome.answer !== false) return outcome.answer;
    const waitedMs = performance.now() - since;
    if (waitedMs > limitMs) throw outcome.error;
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitedMs * pausePart, pauseMsMax)));
  }
}
