/**
 * The one way in which tests wait for a condition that other processes bring about. Asks again and again, with a short
 * pause, so that waiting takes no processor time from the others. The limit only ends a test that would hang: on a busy
 * machine everything takes longer, so nothing may depend on it.
 */

const limitMs = 240_000;
const pauseMs = 3;
/** These first questions follow without a pause, because most conditions hold soon. */
const eagerAsks = 20;

/** The first answer that is not an error, false, null or undefined; at the limit it rejects with the last error. */
export async function eventually<T>(ask: () => T | Promise<T>): Promise<NonNullable<T>> {
  const until = performance.now() + limitMs;
  for (let asks = 1; ; asks++) {
    const outcome = await Promise.resolve()
      .then(ask)
      .then(
        (answer) => ({ answer, error: new Error(`Still ${answer} after ${limitMs} ms`) }),
        (error: unknown) => ({ answer: null, error }),
      );
    if (outcome.answer !== null && outcome.answer !== undefined && outcome.answer !== false) return outcome.answer;
    if (performance.now() > until) throw outcome.error;
    // Lets this process read data that the others have sent.
    await new Promise((resolve) => (asks < eagerAsks ? setImmediate(resolve) : setTimeout(resolve, pauseMs)));
  }
}
