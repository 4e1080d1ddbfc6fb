/** An event made from a template: after a replay it offers the same seats at the same prices, and nothing is taken. */

import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { openingFacts, type Template } from '#domain/series/template.ts';
import { EventDriver, organizationId, outcomeOf } from '../../support/event-driver.ts';
import { seatLines } from '../../support/seat-lines.ts';

const newIds = [901, 902, 903, 904, 905];

function templateOf(driver: EventDriver): Template {
  const answer = driver.ask({ kind: 'read-template' });
  if (!answer.ok || answer.reply.kind !== 'template') throw new Error('no template');
  return answer.reply.template;
}

/** An event that begins with it. */
function openedWith(
  template: Template,
  { closesAt = Number.MAX_SAFE_INTEGER, seatMap }: { closesAt?: number; seatMap?: SeatMap } = {},
): EventDriver {
  const copy = new EventDriver({ prices: [] });
  const state = new EventState(seatMap ?? copy.state.seatMap);
  Object.assign(copy, { state, records: [] });
  const opened = { type: 'opened', event: 'copy', status: 'PUBLISHED', closesAt } as const;
  copy.replayRecord({ seq: 1, epoch: 0, at: copy.now, facts: [opened, ...openingFacts(template, newIds)] });
  return copy;
}

/** Price names by seat id and by area, places on sale by area. */
function offered({ state }: EventDriver) {
  const nameOf = (slot: number) => state.prices.bySlot(slot)?.name ?? null;
  const seats = Array.from({ length: state.seats.size }, (_, seat) => nameOf(state.seats.priceSlotOf(seat)));
  const areas = state.areas.map((area) => [nameOf(area.priceSlot), area.capacity - area.withheld]);
  return { seats, areas, properties: [...state.seatProperties] };
}

describe('a template', () => {
  test('gives prices, assignments, places on sale and seat properties, as plain data', () => {
    const origin = new EventDriver();
    origin.ask({ kind: 'delete-price', priceId: 2 });
    const seats = [{ objectId: 105, assignmentId: 4, properties: '{"view":"pillar","a":null}' }];
    const groupOfSeats = [{ objectId: 9001, assignmentId: 1, activeCount: 7 }];
    origin.ask({ kind: 'assign-prices', seats: seatLines(seats), groupOfSeats });
    const template = templateOf(origin);
    expect(JSON.parse(JSON.stringify(template))).toEqual(template);
    expect([template.seq, template.status]).toEqual([origin.state.seq, 'PUBLISHED']);
    const copy = openedWith(template);
    expect(offered(copy)).toEqual(offered(origin));
    expect(copy.state.prices.list().map(({ id, name }) => [id, name])).toEqual(
      origin.state.prices.list().map(({ name }, place) => [newIds[place], name]),
    );
    expect(copy.state.areas[0]).toMatchObject({ available: 7, withheld: 13, capacity: 20 });
  });

  test('does not pass on what is held, locked, blocked or sold on it', () => {
    const origin = new EventDriver();
    const plain = offered(origin);
    origin.lock(origin.create(), [101, 102], [[9001, 5]]);
    origin.book('lock-seats', [103], [[9001, 2]]);
    origin.book('sell-seats', [104], [[9001, 3]]);
    origin.book('block-seats', [105], [[9001, 4]]);
    const bought = origin.create();
    origin.lock(bought, [106], [[9002, 5]]);
    origin.checkout(bought);
    origin.confirm(bought, 'R');
    const copy = openedWith(templateOf(origin));
    expect(offered(copy)).toEqual(plain);
    const { seats, areas, sessions, references, locks } = copy.state;
    expect([seats.available.count(), sessions.size, references.size, locks.size]).toEqual([seats.size, 0, 0, 0]);
    expect(areas.map(({ available }) => available)).toEqual([20, 5]);
  });

  test('without prices has no contents', () => {
    const template = templateOf(new EventDriver({ prices: [] }));
    expect(openingFacts(template, [])).toEqual([]);
    expect(openedWith(template).state.isTouched).toBe(false);
  });

  test('shows its status', () => {
    expect(templateOf(new EventDriver({ status: 'DRAFT' })).status).toBe('DRAFT');
  });
});

describe('a template whose layout has changed', () => {
  /** Two new seats, three gone, one area smaller, the other gone. */
  const changedMap = SeatMap.from({
    size: 16,
    idRuns: [
      [101, 0, 10],
      [201, 10, 4],
      [301, 14, 2],
    ],
    rowFirsts: [],
    areas: [
      { id: 9001, name: 'Area 1', capacity: 8, firstCapacity: 20 },
      { id: 9002, name: 'Area 2', capacity: 5, removed: 'when-free' },
    ],
    changed: {
      version: 1,
      firstSize: 14,
      rows: [
        [3, 7],
        [10, 4],
        [14, 2],
      ],
      removed: [0, 3],
      forced: [],
    },
  });

  test.each([
    ['before it goes by the change', false],
    ['after it does', true],
  ])('gives what the new layout still has, %s', (_, isAdopted) => {
    const origin = new EventDriver();
    const seats = [{ objectId: 102, assignmentId: 1, properties: '{"view":"pillar"}' }];
    origin.ask({ kind: 'assign-prices', seats: seatLines(seats), groupOfSeats: [] });
    const places = [
      [9001, 9],
      [9002, 1],
    ] as const;
    origin.book('sell-seats', [101, 105], places);
    origin.state.offer(changedMap);
    if (isAdopted) origin.ask({ kind: 'adopt-layout' });
    const { state } = openedWith(templateOf(origin), { seatMap: changedMap });
    expect([state.layoutVersion, state.seats.size, state.seats.available.count()]).toEqual([1, 16, 13]);
    const slots = [...state.seats.priceSlots];
    expect(slots.map((slot) => state.prices.bySlot(slot)?.name ?? null)).toEqual([
      ...Array(3).fill(null),
      ...Array(7).fill('50 EUR'),
      ...Array(4).fill('12.50'),
      ...Array(2).fill(null),
    ]);
    expect(state.seatProperties.size).toBe(0);
    expect(state.areas.map(({ available, withheld, capacity }) => [available, withheld, capacity])).toEqual([
      [8, 0, 8],
      [0, 0, 0],
    ]);
  });
});

describe('an event that closes', () => {
  const open = (inMs: number) => {
    const show = openedWith(templateOf(new EventDriver()), { closesAt: new EventDriver().now + inMs });
    show.create('s');
    show.lock('s', [101]);
    return show;
  };

  test('refuses create, lock and checkout from that very millisecond', () => {
    const show = open(60_000);
    show.now += 59_999;
    expect(outcomeOf(show.lock('s', [102]))).toBe('ACTIVE');
    show.now += 1;
    const create = show.ask({ kind: 'create-session', sessionId: 't', keyHash: 'other' });
    expect([create, show.lock('s', [103]), show.checkout('s')].map(outcomeOf)).toEqual(Array(3).fill('BOOKING_CLOSED'));
    const replay = show.ask({ kind: 'create-session', sessionId: 't', keyHash: 'key of s' });
    expect([replay, show.unlock('s', [102]), show.cancel('s')].map(outcomeOf)).toEqual([
      'ACTIVE',
      'ACTIVE',
      'CANCELLED',
    ]);
  });

  test('lets what was checked out before be checked out again, confirmed and released', () => {
    const show = open(60_000);
    show.checkout('s');
    show.now += 60_000;
    const release = { kind: 'release-session', organizationId, sessionId: 's' } as const;
    expect([show.checkout('s'), show.confirm('s'), show.ask(release)].map(outcomeOf)).toEqual([
      'PENDING_PAYMENT',
      'CONFIRMED',
      'CANCELLED',
    ]);
  });

  test('is restored from an image with its closing time; an image without one restores an event that stays open', () => {
    const show = open(60_000);
    const image = imageOf(show.state);
    expect(stateOf(image, show.state.seatMap).closesAt).toBe(show.state.closesAt);
    const { closesAt: _, ...older } = image.head;
    expect(stateOf({ ...image, head: older }, show.state.seatMap).closesAt).toBeNull();
    expect(new EventDriver().state.closesAt).toBeNull();
  });
});
