/** What limits the viewers of live maps: how much waits for a viewer that does not read, and viewers of one address. */
import { eventually } from '../../support/eventually.ts';
import { mapReads } from '../../support/map-calls.ts';
import { DrawnMap, MapViewer } from '../../support/map-viewer.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';
import { connectWithoutReading, get, packetsOf, readOn } from '../../support/stuck-clients.ts';

const rows = 10;
const seatsPerRow = 1_000;
/** More than the kernel takes for a client that reads nothing, and 256 KB. */
const roundsMax = 250;
const roundsPerLook = 5;
const hall = {
  name: 'Arena',
  sections: [
    { name: 'All', rows: Array.from({ length: rows }, (_, row) => ({ name: `${row}`, seatCount: seatsPerRow })) },
  ],
};

let viewers: MapViewer[] = [];

useService({
  STREAM_TICK_MS: '10',
  STREAM_VIEWERS_PER_ADDRESS_MAX: '2',
  TRUST_PROXY: '1',
});

afterEach(() => {
  for (const viewer of viewers) viewer.close();
  viewers = [];
});

const pathOf = ({ eventId }: Show): string =>
  `/api/public/v2.0/event/${eventId}/changes?publicKey=${service.catalog.organization.publicKey}`;

function watch(show: Show, headers: Record<string, string>): MapViewer {
  const viewer = new MapViewer(`${service.url}${pathOf(show)}`, headers);
  viewers.push(viewer);
  return viewer;
}

async function drawn(show: Show): Promise<DrawnMap> {
  service.clock.advance(250);
  return new DrawnMap(succeeded(await mapReads(service, show.eventId).prices()).body);
}

function seatsToldTo(viewer: MapViewer): number {
  const changes = viewer.events.filter(({ name }) => name === 'change');
  return changes.reduce((sum, { data }) => sum + data.freed.length + data.taken.length, 0);
}

test('viewers that read nothing are cut, and the others are told every change', async () => {
  const show = await openPricedShow(service, hall);
  const { book } = sessionCalls(service, show);
  const before = await drawn(show);
  const reader = watch(show, { 'X-Forwarded-For': '192.0.2.1' });
  await reader.next('hello');
  const port = Number(new URL(service.url).port);
  const stuck = await Promise.all(
    Object.values(packetsOf).map((packets, at) =>
      connectWithoutReading(port, packets(get(pathOf(show), `X-Forwarded-For: 192.0.2.${at + 2}\r\n`))),
    ),
  );
  await eventually(async () => (await service.metric('usher_stream_viewers')) === 3);
  const parts = Array.from({ length: rows }, (_, row) => show.seats.slice(row * seatsPerRow, (row + 1) * seatsPerRow));
  let rounds = 0;
  while ((await service.metric('usher_stream_viewers_cut_total')) < stuck.length) {
    expect(rounds).toBeLessThan(roundsMax);
    for (const end = rounds + roundsPerLook; rounds < end; rounds++) {
      const verb = rounds % 2 === 0 ? 'block' : 'unblock';
      const answers = await Promise.all(parts.map((seats) => book(verb, bookingOf(seats))));
      expect(answers.map(({ body }) => body)).toEqual(parts.map(() => true));
      // Otherwise a seat may come back within a tick, and is told once.
      const told = (rounds + 1) * show.seats.length;
      await reader.until(() => seatsToldTo(reader) === told);
    }
  }
  await eventually(async () => (await service.metric('usher_stream_viewers')) === 1);
  succeeded(await book('block', bookingOf([show.seats.at(-1)])));
  succeeded(await book('unblock', bookingOf(show.seats.slice(0, 1))));
  const after = await drawn(show);
  await eventually(() => {
    const map = new DrawnMap({ seats: [...before.bookable].map((id) => [id, 0]), groupOfSeats: [] });
    for (const event of reader.events.filter(({ name }) => name === 'change')) map.apply(event);
    expect(map).toEqual(after);
    return true;
  });
  expect(reader.events.map(({ name }) => name)).not.toContain('reset');
  expect(reader.hasEnded).toBe(false);
  // Reset: the kernel keeps nothing for them.
  for (const socket of stuck) expect((await readOn(socket)).end).toBe('ECONNRESET');
});

test('above the most viewers of a client address is 429; other addresses are served, and a place that is left is free', async () => {
  const show = await openPricedShow(service, rowsHall);
  const one = { 'X-Forwarded-For': '192.0.2.9' };
  const other = { 'X-Forwarded-For': '192.0.2.10' };
  const held = [watch(show, one), watch(show, one)];
  for (const viewer of held) await viewer.next('hello');
  const refused = await service.call('GET', pathOf(show), { headers: one });
  expect([refused.status, refused.body.errorCode]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await watch(show, other).next('hello');
  held[0]?.close();
  await eventually(async () => (await service.call('GET', pathOf(show), { headers: one })).status === 200);
});
