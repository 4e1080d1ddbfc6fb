/** Clients that ask for a live map in any other way than a browser: the node stays whole, and its other viewers too. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../../support/eventually.ts';
import { service, show, useHall } from '../../support/hall.ts';
import { MapViewer } from '../../support/map-viewer.ts';
import { setStatus } from '../../support/service.ts';
import { sessionCalls, succeeded } from '../../support/session-calls.ts';
import { connectWithoutReading, exchange, get, packetsOf, statusesOf } from '../../support/stuck-clients.ts';

let port: number;
let viewers: MapViewer[] = [];

useHall({ settings: { STREAM_TICK_MS: '10' } });

beforeAll(async () => {
  port = Number(new URL(service.url).port);
});

afterEach(async () => {
  for (const viewer of viewers) viewer.close();
  viewers = [];
  await eventually(async () => (await service.metric('usher_stream_viewers')) === 0);
});

const pathOf = (more = ''): string =>
  `/api/public/v2.0/event/${show.eventId}/changes?publicKey=${service.catalog.organization.publicKey}${more}`;

async function watching(headers: Record<string, string> = {}): Promise<MapViewer> {
  const viewer = new MapViewer(`${service.url}${pathOf()}`, headers);
  viewers.push(viewer);
  await viewer.next('hello');
  return viewer;
}

const key = () => service.catalog.organization.token;
const archive = () => setStatus(service, show.eventId, 'ARCHIVED');
const remove = () => service.call('DELETE', `/api/private/v2.0/events/${show.eventId}`, { key: key() });

test('a Last-Event-ID that names no record is answered with a reset, and one that is too long with 400 or 431', async () => {
  const hostile = ['-1', '1.5', '1e3', ' ', '0x10', '99999999999999999999', String(Number.MAX_SAFE_INTEGER), 'é'];
  for (const id of hostile) {
    const viewer = await watching({ 'Last-Event-ID': Buffer.from(id).toString('latin1') });
    const { seq, tickMs } = viewer.events[0]?.data ?? {};
    expect([id, seq >= 0, tickMs]).toEqual([id, true, 10]);
    if (id.trim() !== '') expect([id, (await viewer.next('reset')).data]).toEqual([id, { seq }]);
    expect(viewer.events[0]?.id ?? null).toBe(id.trim() === '' ? String(viewer.events[0]?.data.seq) : null);
  }
  const { status, body } = await service.call('GET', pathOf(), { headers: { 'Last-Event-ID': '1'.repeat(101) } });
  expect([status, body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
  for (const packets of Object.values(packetsOf)) {
    const said = await exchange(port, packets(get(pathOf(), `Last-Event-ID: ${'1'.repeat(1024 * 1024)}\r\n`)));
    expect(statusesOf(said).filter((one) => one !== 431)).toEqual([]);
  }
});

test('requests behind a stream are discarded, and a client that sends them is seen to leave', async () => {
  const viewer = await watching();
  const later = get('/livez');
  for (const packets of Object.values(packetsOf)) {
    const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
    let text = '';
    socket.on('data', (piece) => {
      text += piece;
    });
    await once(socket, 'connect');
    for (const packet of packets(get(pathOf()))) socket.write(packet, 'latin1');
    await eventually(() => text.includes('hello'));
    for (let count = 0; count < 100; count++) socket.write(later);
    socket.write(Buffer.alloc(16 * 1024 * 1024, later));
    const calls = sessionCalls(service, show);
    const seat = show.seats[0] as number;
    const id = await calls.open([seat]);
    await eventually(() => text.includes(`[${seat}]`));
    expect(statusesOf(text)).toEqual([200]);
    socket.destroy();
    await eventually(async () => (await service.metric('usher_stream_viewers')) === 1);
    succeeded(await calls.cancel(id));
  }
  expect(viewer.hasEnded).toBe(false);
});

test('a client that closes its sending side behind the request has left', async () => {
  for (const packets of Object.values(packetsOf)) {
    const said = await exchange(port, packets(get(pathOf())), { end: true });
    expect(statusesOf(said).filter((status) => status !== 200)).toEqual([]);
  }
  await eventually(async () => (await service.metric('usher_stream_viewers')) === 0);
});

test.each([
  ['archived', archive, 'EVENT_ARCHIVED'],
  ['deleted', remove, 'EVENT_DELETED'],
] as const)(
  'viewers that come and go at once while the event is %s leave nothing behind',
  async (_, end, errorCode) => {
    const staying = await watching();
    const ids = ['', 'Last-Event-ID: 0\r\n', 'Last-Event-ID: 9\r\n', 'Last-Event-ID: 9007199254740991\r\n'];
    const statuses: number[] = [];
    let isOver = false;
    const storm = Array.from({ length: 8 }, async (_none, place) => {
      const [directly, split] = [packetsOf.directly, packetsOf['through Node']];
      for (let count = place; !isOver; count++) {
        const packets = (count % 3 === 0 ? split : directly)(get(pathOf(), ids[count % ids.length]));
        const socket = await connectWithoutReading(port, packets);
        if (count % 2 === 0) socket.resetAndDestroy();
        else {
          socket.once('data', (piece) => {
            statuses.push(...statusesOf(piece.toString('latin1')));
            socket.destroy();
          });
          socket.resume();
          await once(socket, 'close');
        }
      }
    });
    const id = await sessionCalls(service, show).open([show.seats[0] as number]);
    succeeded(await sessionCalls(service, show).cancel(id));
    await eventually(() => statuses.length > 20);
    succeeded(await end());
    expect((await staying.next('closed')).data).toEqual({ errorCode });
    const before = statuses.length;
    await eventually(() => statuses.length > before + 20);
    isOver = true;
    await Promise.all(storm);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    await eventually(async () => (await service.metric('usher_stream_viewers')) === 0);
  },
);
