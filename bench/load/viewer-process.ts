/**
 * The viewers of one event's live map, in a process of their own over raw sockets. Notes when each viewer was told of
 * each watched seat, and folds all that it was told into one number, which shows whether it missed anything. Counts
 * streams that ended and resets, of which a valid measurement has none.
 */
import { connect } from 'node:net';
import { seatDigest, type ViewerOrder, type ViewerReport } from './viewers.ts';

const openedAtOnce = 100;
/** An event, and then the chunk, end with it. */
const pieceEnd = '\n\n\r\n';
const micros = 1000n;

/** What a text of complete events says. */
interface Said {
  readonly taken: readonly number[];
  readonly digest: number;
  readonly isReset: boolean;
}

interface Viewer {
  readonly number: number;
  rest: string;
  isOpen: boolean;
}

let digests = new Int32Array(0);
/** By seat: when each viewer was told, in microseconds of the monotonic clock; 0: not yet. */
const toldAt = new Map<number, Float64Array>();
const counts = { bytes: 0, ended: 0, resets: 0 };
let last: { readonly text: string; readonly said: Said } | null = null;

/** All viewers are sent the same text, so that it is read once for most of them. */
function read(text: string): Said {
  if (last?.text === text) return last.said;
  const taken: number[] = [];
  let digest = 0;
  for (const [, data] of text.matchAll(/^event: change\ndata: (.*)$/gm)) {
    const change = JSON.parse(data as string);
    taken.push(...change.taken);
    for (const seat of [...change.taken, ...change.freed]) digest ^= seatDigest(seat);
  }
  const said = { taken, digest, isReset: /^event: (reset|closed)$/m.test(text) };
  last = { text, said };
  return said;
}

function hear(viewer: Viewer, bytes: Buffer): void {
  const now = Number(process.hrtime.bigint() / micros);
  counts.bytes += bytes.length;
  const text = viewer.rest + bytes.toString('latin1');
  const end = text.lastIndexOf(pieceEnd) + pieceEnd.length;
  if (end < pieceEnd.length) {
    viewer.rest = text;
    return;
  }
  viewer.rest = text.slice(end);
  const { taken, digest, isReset } = read(text.slice(0, end));
  digests[viewer.number]! ^= digest;
  if (isReset) counts.resets++;
  for (const seat of taken) {
    const times = toldAt.get(seat);
    if (times !== undefined && times[viewer.number] === 0) times[viewer.number] = now;
  }
}

/** Resolves when the stream has said hello. */
function open(number: number, { port, path }: Extract<ViewerOrder, { do: 'open' }>): Promise<void> {
  const viewer: Viewer = { number, rest: '', isOpen: false };
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: viewers\r\n\r\n`));
    socket.on('data', (bytes) => {
      hear(viewer, bytes);
      if (viewer.isOpen) return;
      viewer.isOpen = true;
      resolve();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      counts.ended++;
      resolve();
    });
  });
}

async function openAll(order: Extract<ViewerOrder, { do: 'open' }>): Promise<void> {
  digests = new Int32Array(order.count);
  for (let first = 0; first < order.count; first += openedAtOnce) {
    const some = Math.min(openedAtOnce, order.count - first);
    await Promise.all(Array.from({ length: some }, (_, at) => open(first + at, order)));
  }
}

process.on('message', async (order: ViewerOrder) => {
  if (order.do === 'open') await openAll(order);
  if (order.do === 'watch') {
    toldAt.clear();
    for (const seat of order.seats) toldAt.set(seat, new Float64Array(digests.length));
  }
  const isTold = order.do === 'tell-times';
  const report: ViewerReport = { ...counts, digests: [...new Set(digests)], toldAt: isTold ? [...toldAt] : [] };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
