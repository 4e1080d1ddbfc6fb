/** Hands the bytes of a thread's answer over to the caller's thread. Promises that they are moved, not copied. */
import { move } from 'piscina';

/** To be returned by a thread entry; the bytes are gone from the thread afterwards. A copy would stay there until collected. */
export function moved(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return move(bytes) as unknown as Uint8Array;
}
