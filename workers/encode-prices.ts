/** Thread entry: encodes the offer of an event as the bytes of the public prices read. */
import { encodeOffer } from '#codec/answers/offer.ts';
import type { Offer } from '#domain/offer.ts';

const utf8 = new TextEncoder();

export default function encodePrices(offer: Offer): Uint8Array<ArrayBuffer> {
  return utf8.encode(encodeOffer(offer));
}
