/**
 * SHA-256 and HMAC-SHA-256 of short messages (FIPS 180-4, RFC 2104). The domain imports no package; it needs some
 * hundred hashes for one draw, so speed does not matter here.
 */

const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate++) {
  if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
}
/** The first 32 bits of the fractional part. */
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const roundWords = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const startWords = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

const blockBytes = 64;
const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The 32 bytes of the message's hash. */
export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / blockBytes) * blockBytes);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, message.length * 8);
  const hash = startWords.slice();
  for (let at = 0; at < padded.length; at += blockBytes) mixBlock(hash, view, at);
  const bytes = new Uint8Array(32);
  const out = new DataView(bytes.buffer);
  for (const [index, word] of hash.entries()) out.setInt32(index * 4, word);
  return bytes;
}

const schedule = new Int32Array(64);

function mixBlock(hash: Int32Array, view: DataView, at: number): void {
  const words = schedule;
  for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + index * 4);
  for (let index = 16; index < 64; index++) {
    const [early, late] = [words[index - 15] as number, words[index - 2] as number];
    const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[index] = ((words[index - 16] as number) + small + (words[index - 7] as number) + large) | 0;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const large = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + large + choice + (roundWords[index] as number) + (words[index] as number)) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = ((hash[index] as number) + word) | 0;
}

/** `key`: at most 64 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> {
  const inner = new Uint8Array(blockBytes + message.length).fill(0x36, 0, blockBytes);
  const outer = new Uint8Array(blockBytes + 32).fill(0x5c, 0, blockBytes);
  for (const [index, byte] of key.entries()) {
    inner[index] = 0x36 ^ byte;
    outer[index] = 0x5c ^ byte;
  }
  inner.set(message, blockBytes);
  outer.set(sha256(inner), blockBytes);
  return sha256(outer);
}
