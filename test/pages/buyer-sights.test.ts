/**
 * The things that a buyer looks at: the seats that they took are brought into sight, nothing jumps, and no word or sign
 * stays on the page when it is no longer true.
 */
import { demoLayout } from '../../src/demo-venue.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { eventually } from '../support/eventually.ts';
import { Fingers } from '../support/fingers.ts';
import { keepPicture } from '../support/pictures.ts';
import { openPricedShow, type Show } from '../support/service.ts';
import { rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

let rows: Show;

useService();
useBuyers();

beforeEach(async () => {
  rows = await openPricedShow(service, rowsHall);
});

function openPlayhouse(): Promise<Show> {
  return openPricedShow(service, { ...(demoLayout(1) as object), venueId: undefined });
}

async function reread({ page }: BuyerPage): Promise<void> {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
}

test('nothing moves when the prices and the order come, nor from one stage to the next', async () => {
  const script = `
    window.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries()
      .filter(({ hadRecentInput }) => !hadRecentInput)
      .map(({ value, sources }) => [value, ...sources.map(({ node }) => node?.id || node?.className || node?.nodeName)])))
      .observe({ type: 'layout-shift', buffered: true });`;
  for (const width of [390, 1440]) {
    const buyer = await open(rows, { width, script });
    await buyer.page.bringToFront();
    await buyer.seesMap();
    if (width > 820) {
      await buyer.press('Find the best seats');
      await buyer.press('Check out');
      await buyer.sees('Waiting for payment');
    }
    await buyer.picture();
    const shifts = (await buyer.page.evaluate('shifts')) as [number, ...string[]][];
    const sum = shifts.reduce((total, [value]) => total + value, 0);
    expect([width, sum < 0.02 ? [] : shifts]).toEqual([width, []]);
  }
});

describe('words that are no longer true', () => {
  test('"No connection" goes when the connection is back', async () => {
    const buyer = await open(rows);
    await buyer.press('Find the best seats');
    await buyer.sees('2 tickets');
    await buyer.page.setOfflineMode(true);
    await buyer.openRow('Stalls', 'Row C');
    await buyer.choose('Seat 1');
    await buyer.sees('No connection');
    await buyer.page.setOfflineMode(false);
    await buyer.seesNot('No connection');
    await buyer.sees('The connection is back');
    await buyer.seatSays('Seat 1', 'Available');
    await buyer.choose('Seat 1');
    await buyer.seesNot('The connection is back');
  }, 90_000);

  test('an order that has run out holds nothing, and the same seats can be taken again', async () => {
    const buyer = await open(rows, { width: 390, height: 844, isTouch: true });
    await buyer.openRow('Stalls', 'Row A');
    await buyer.choose('Seat 3');
    await buyer.choose('Seat 4');
    await buyer.sees('2 tickets · 90.00 EUR');
    expect(await buyer.seat('Seat 3')).toContain('In your order');
    const calls = sessionCalls(service, rows);
    const before = await calls.cart(succeeded(await calls.list()).body[0].id);
    service.clock.advance(905_000);
    await reread(buyer);
    await buyer.sees('Your time has run out');
    await buyer.seesNot('2 tickets');
    for (const seat of ['Seat 3', 'Seat 4']) expect(await buyer.seat(seat)).not.toMatch(/Yours|In your order/);
    expect(await buyer.page.$$('.list__seat--mine')).toHaveLength(0);
    await buyer.press('Take the same seats again');
    await buyer.sees('2 tickets · 90.00 EUR');
    expect(await calls.cart(succeeded(await calls.list()).body[0].id)).toEqual(before);
  });

  test('an order that was cancelled leaves no seat that says "Yours"', async () => {
    const buyer = await open(rows);
    await buyer.openRow('Stalls', 'Row A');
    await buyer.choose('Seat 3');
    await buyer.press('Check out');
    await buyer.sees('Waiting for payment');
    expect(await buyer.seat('Seat 3')).toContain('Yours');
    const calls = sessionCalls(service, rows);
    succeeded(await calls.withdraw(succeeded(await calls.list()).body[0].id));
    await reread(buyer);
    await buyer.sees('Your order was cancelled');
    await eventually(async () => !(await buyer.seat('Seat 3')).includes('Yours'));
    await buyer.seesNot('1 ticket');
    await buyer.seesNot('Take the same seats again');
  });

  test('the words beside the pointer go with a press that flies to a section', async () => {
    const buyer = await open(await openPlayhouse(), { width: 760, height: 560 });
    await buyer.seesMap();
    const fingers = await Fingers.on(buyer);
    const section = await fingers.seatNear({ x: fingers.middle.x, y: fingers.middle.y - 60 });
    await buyer.sees('Press to look closer');
    await buyer.page.mouse.click(section.x, section.y);
    await buyer.seesNot('Press to look closer');
    expect(await buyer.page.$$('.map.is-over-target')).toHaveLength(0);
  });

  test('a buyer with nobody ahead is next', async () => {
    const { token: key } = service.catalog.organization;
    const path = `/api/private/v2.0/events/${rows.eventId}/admission`;
    succeeded(await service.call('PUT', path, { key, body: { mode: 'QUEUE', ratePerMinute: 0 } }));
    const buyer = await open(rows);
    await buyer.sees('You are next.');
    expect(await buyer.text()).not.toContain('0 people');
  });
});

describe('seats are brought into sight', () => {
  test('when the service has chosen them, and when their line in the order is pressed', async () => {
    const buyer = await open(await openPlayhouse());
    await buyer.seesMap();
    await lookAway(buyer);
    await buyer.press('Find the best seats');
    await buyer.sees('2 tickets');
    await seesInTheMiddle(buyer, 'In your order');
    await keepPicture(buyer.page, 'map-best-seats');
    await lookAway(buyer);
    await buyer.page.locator('.lines .line__name').click();
    await seesInTheMiddle(buyer, 'In your order');
  });

  test('when a price is pressed that none of the seats in sight has', async () => {
    const show = await openPlayhouse();
    const { token: key } = service.catalog.organization;
    const path = `/api/private/v2.0/event/${show.eventId}/prices/`;
    const body = [{ name: '12.00 EUR', eventId: show.eventId }];
    const [{ id }] = succeeded(await service.call('POST', path, { key, body })).body;
    const seats = show.seats.slice(-20).map((objectId) => ({ objectId, assignmentId: id }));
    succeeded(await service.call('POST', `${path}assignments/`, { key, body: { seats, groupOfSeats: [] } }));
    const buyer = await open(show);
    await buyer.seesMap();
    await lookAway(buyer);
    await buyer.press('12.00 EUR 20 left');
    await seesInTheMiddle(buyer, '12.00 EUR');
  });

  test('after a tap, which opens a card with the price and the button that holds the seat', async () => {
    const buyer = await open(await openPlayhouse(), { width: 390, height: 844, pixelRatio: 2, isTouch: true });
    await buyer.seesMap();
    const fingers = await Fingers.on(buyer);
    const stalls = { x: fingers.middle.x, y: fingers.middle.y - 60 };
    await fingers.pinch(stalls, 10, 110);
    const seat = await fingers.seatNear(stalls);
    await fingers.tap(seat);
    await buyer.sees('45.00 EUR · Available');
    const place = (await buyer.page.$eval('.seat-card strong', (found) => found.textContent)) as string;
    expect(place).toMatch(/^Row \w, Seat \d+$/);
    await keepPicture(buyer.page, 'map-seat-card');
    await buyer.press('Hold this seat');
    await buyer.sees('1 ticket · 45.00 EUR');
    await buyer.until('document.querySelector(".seat-card") === null');
    await buyer.press('Check out');
    await buyer.sees('Waiting for payment');
  });

  /** Goes to a corner of the map, near to its seats. */
  async function lookAway({ page }: BuyerPage): Promise<void> {
    const box = await (await page.$('#map'))?.boundingBox();
    const { x = 0, y = 0, height = 0 } = box ?? {};
    await page.mouse.move(x + 20, y + height - 20);
    for (let turns = 0; turns < 12; turns++) await page.mouse.wheel({ deltaY: -300 });
  }

  /** Resolves when a seat near the middle of the map says this. */
  async function seesInTheMiddle(buyer: BuyerPage, words: string): Promise<void> {
    const { middle } = await Fingers.on(buyer);
    await eventually(async () => {
      for (const across of [-60, -45, -30, -15, 0, 15, 30, 45, 60]) {
        for (const along of [-110, -90, -70, -50, -30]) {
          await buyer.page.mouse.move(middle.x + across, middle.y + along);
          if ((await buyer.text()).includes(words)) return true;
        }
      }
      return false;
    });
  }
});

test('an order that is full says so', async () => {
  const buyer = await open(rows);
  await buyer.sees('Best available');
  await buyer.page.select('.best select', '10');
  await buyer.page.locator('.best .check input').click();
  await buyer.press('Find the best seats');
  await buyer.sees('Your order is full: it can hold 10 tickets.');
  await buyer.hears('10 tickets in your order. Your order is full.');
});
