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

/** The seats that a viewer knows to be taken. Viewers that were told the same share one. */
interface Known {
  readonly taken: ReadonlySet<number>;
  /** `seatDigest` of all of them, folded. */
  readonly digest: number;
  /** What the last event said that any of these viewers got. */
  next: { readonly event: string; readonly said: Said } | null;
}

interface Said {
  readonly known: Known;
  readonly taken: readonly number[];
  readonly isReset: boolean;
}

interface Viewer {
  readonly number: number;
  known: Known;
  rest: string;
  isOpen: boolean;
  /** Of its latest reset, in microseconds of the monotonic clock; 0: none. */
  resetAt: number;
}

const viewers: Viewer[] = [];
const nothingKnown: Known = { taken: new Set(), digest: 0, next: null };
/** By seat: when each viewer was told, in microseconds of the monotonic clock; 0: not yet. */
const toldAt = new Map<number, Float64Array>();
const counts = { bytes: 0, ended: 0, resets: 0 };

/** All viewers are sent the same events, so that each is read once for most of them. */
function read(known: Known, event: string): Said {
  if (known.next?.event === event) return known.next.said;
  const data = /^event: change\ndata: (.*)$/m.exec(event)?.[1];
  const isReset = /^event: (reset|closed)$/m.test(event);
  const said = data === undefined ? { known, taken: [], isReset } : { ...change(known, JSON.parse(data)), isReset };
  known.next = { event, said };
  return said;
}

/** A change also names seats that are again as the viewer knows them. */
function change(known: Known, told: { readonly taken: readonly number[]; readonly freed: readonly number[] }) {
  const taken = new Set(known.taken);
  let { digest } = known;
  for (const seat of told.taken) {
    if (!taken.has(seat)) digest ^= seatDigest(seat);
    taken.add(seat);
  }
  for (const seat of told.freed) if (taken.delete(seat)) digest ^= seatDigest(seat);
  return { known: { taken, digest, next: null }, taken: told.taken };
}

function hear(viewer: Viewer, bytes: Buffer): void {
  const now = Number(process.hrtime.bigint() / micros);
  counts.bytes += bytes.length;
  const events = (viewer.rest + bytes.toString('latin1')).split(pieceEnd);
  viewer.rest = events.pop() as string;
  for (const event of events) {
    const { known, taken, isReset } = read(viewer.known, event);
    viewer.known = known;
    if (isReset) {
      counts.resets++;
      viewer.resetAt = now;
    }
    for (const seat of taken) {
      const times = toldAt.get(seat);
      if (times !== undefined && times[viewer.number] === 0) times[viewer.number] = now;
    }
  }
}

/** Resolves when the stream has said hello. */
function open(number: number, { port, path }: Extract<ViewerOrder, { do: 'open' }>): Promise<void> {
  const viewer: Viewer = { number, known: nothingKnown, rest: '', isOpen: false, resetAt: 0 };
  viewers.push(viewer);
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
  for (let first = 0; first < order.count; first += openedAtOnce) {
    const some = Math.min(openedAtOnce, order.count - first);
    await Promise.all(Array.from({ length: some }, (_, at) => open(first + at, order)));
  }
}

process.on('message', async (order: ViewerOrder) => {
  if (order.do === 'open') await openAll(order);
  if (order.do === 'watch') {
    toldAt.clear();
    for (const seat of order.seats) toldAt.set(seat, new Float64Array(viewers.length));
  }
  const isTold = order.do === 'tell-times';
  const digests = [...new Set(viewers.map(({ known }) => known.digest))];
  const resets = viewers.map(({ resetAt }) => resetAt);
  const resetAt = [Math.min(...resets), Math.max(...resets)] as const;
  const report: ViewerReport = { ...counts, digests, resetAt, toldAt: isTold ? [...toldAt] : [] };
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
