/**
 * The contract's fixed limits, in one place. Limits that operators set live in the policy instead.
 */
export const selectionEntriesMax = 1000;
/** At most this many field errors are listed; the rest would only make the answer longer. */
export const fieldErrorsMax = 100;
export const pricesPerEventMax = 10_000;
/** What a 16-bit price column can tell apart; the slot of a deleted price is not used again. */
export const priceSlotsMax = 65_535;
export const referenceLengthMax = 255;
export const idempotencyKeyLengthMax = 255;
export const propertiesBytesMax = 16 * 1024;
export const propertiesDepthMax = 100;
/** How long an idempotency key is remembered at least. */
export const keyMemoryMs = 24 * 3600 * 1000;
