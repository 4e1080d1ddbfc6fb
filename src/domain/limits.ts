/**
 * The contract's fixed limits, in one place. Limits that operators set are part of the policy.
 */
export const selectionEntriesMax = 1000;
/** At most this many field errors are listed; the rest would only make the answer longer. */
export const fieldErrorsMax = 100;
export const pricesPerEventMax = 10_000;
/** The range of a 16-bit price column; the slot of a deleted price is not reused. */
export const priceSlotsMax = 65_535;
export const referenceLengthMax = 255;
export const idempotencyKeyLengthMax = 255;
export const propertiesBytesMax = 16 * 1024;
export const propertiesDepthMax = 100;
export const ticketTypesPerPriceMax = 30;
/** Of all prices of an event together. */
export const ticketTypesPerEventMax = 20_000;
/** Of one ticket, in minor units: the sum of 900,000 of them is still exact. */
export const amountMax = 10_000_000_000;
/** How long after its expiry a session that was to be paid can be reclaimed. */
export const reclaimMs = 24 * 3600 * 1000;
/** How long the keyed answers of a session's public calls outlive the session. */
export const sessionKeyMemoryMs = 10 * 60 * 1000;
/** Keys that one session's public calls can use: a repeated one is recognized for the session's life. */
export const sessionKeysMax = 4_096;
/** Beyond so many keys of an event's live sessions (64 MB), a session only gets its reserved ones. */
export const eventSessionKeysMax = 4_000_000;
export const sessionKeysReserved = 32;
/** Keyed answers that are remembered of one session's public calls: the newest. */
export const sessionAnswersMax = 32;
/** What one event keeps in memory of keyed answers, of public calls and of its organization's. */
export const sessionAnswerBytesMax = 64 * 1024 * 1024;
export const answerBytesMax = 64 * 1024 * 1024;
/** Minimum time that an idempotency key is remembered. */
export const keyMemoryMs = 24 * 3600 * 1000;
