/**
 * Verifies the draw of a queue: that the seed is the one whose hash was shown before the sale, and which place each
 * ticket has. Needs Node 22 or newer and nothing else.
 *
 *   node verify-draw.mjs <service url> <event id> <public key> [seed hash noted before the sale] [ticket …]
 */
import { createHash, createHmac } from 'node:crypto';

const rounds = 8;
const halfBitsMin = 4;

/** The place of each number below `count`, from 0, as a function. `seed`: 64 hex digits. */
export function drawOf(seed, count) {
  const half = Math.max(halfBitsMin, Math.ceil(Math.ceil(Math.log2(Math.max(count, 1))) / 2));
  const mask = 2 ** half - 1;
  const functions = Array.from({ length: rounds }, (_, round) => functionOf(Buffer.from(seed, 'hex'), round, mask));
  const permuted = (number) => {
    let [left, right] = [number >>> half, number & mask];
    for (const mixed of functions) [left, right] = [right, left ^ mixed[right]];
    return (left << half) | right;
  };
  return (number) => {
    let place = permuted(number);
    while (place >= count) place = permuted(place);
    return place;
  };
}

/** 16-bit numbers of the stream HMAC-SHA-256(seed, "draw <round> <block>"), big-endian, cut to the mask. */
function functionOf(seed, round, mask) {
  const numbers = [];
  for (let block = 0; numbers.length <= mask; block++) {
    const stream = createHmac('sha256', seed).update(`draw ${round} ${block}`).digest();
    for (let at = 0; at < stream.length; at += 2) numbers.push(stream.readUInt16BE(at) & mask);
  }
  return numbers;
}

const say = (line) => process.stdout.write(`${line}\n`);
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const attemptsMax = 20;

/** Asks again while the service is busy (503). */
async function readPage(address) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(address);
    if (answer.status !== 503 || attempt === attemptsMax) return answer;
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds * (1 + Math.random())));
  }
}

async function readDraw(url, eventId, publicKey) {
  const hashes = [];
  let draw;
  for (let after = 0; after !== null; after = draw.next) {
    const page = `${url}/api/public/v2.0/event/${eventId}/draw/?publicKey=${publicKey}&after=${after}`;
    const answer = await readPage(page);
    draw = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${draw.errorCode}`);
    if (draw.seed === null) throw new Error('the queue is not drawn yet');
    hashes.push(...draw.tickets);
  }
  return { ...draw, hashes };
}

async function main([url, eventId, publicKey, ...rest]) {
  if (publicKey === undefined)
    throw new Error('usage: verify-draw.mjs <url> <event id> <public key> [seed hash] [ticket …]');
  const tickets = rest.filter((text) => text.startsWith('qt_'));
  const [noted] = rest.filter((text) => !text.startsWith('qt_'));
  const { seed, seedHash, drawnTickets, hashes } = await readDraw(url, eventId, publicKey);
  if (sha256(Buffer.from(seed, 'hex')) !== seedHash) throw new Error('the seed does not have the hash that is shown');
  if (noted !== undefined && noted !== seedHash) throw new Error('the hash of the seed has changed since it was noted');
  if (hashes.length !== drawnTickets) throw new Error('the list of tickets is not complete');
  const placeOf = drawOf(seed, drawnTickets);
  const places = hashes.map((_, number) => placeOf(number));
  if (new Set(places).size !== drawnTickets) throw new Error('two tickets have one place');
  for (const ticket of tickets) {
    const number = hashes.indexOf(sha256(ticket));
    say(number === -1 ? `${ticket}: not in the draw` : `${ticket}: position ${places[number] + 1}`);
  }
  say(`verified: ${drawnTickets} tickets, each in the place that the seed gives it`);
}

if (process.argv[1]?.endsWith('verify-draw.mjs')) {
  main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`NOT verified: ${error.message}\n`);
    process.exitCode = 1;
  });
}
