/**
 * Allotments painted in the console, in a real browser: by row with the keyboard, with a box and a lasso, by touch on a phone. Seats
 * move from one allotment to another, and every painting is taken back.
 */
import type { HTTPRequest } from 'puppeteer-core';
import { eventually } from '../support/eventually.ts';
import { ask, calls, floor, seat, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
import { bookingOf, succeeded } from '../support/session-calls.ts';

useHall({ once: true });
useConsole();

const root = () => `/api/private/v2.0/events/${show.eventId}/allotments/`;
const ids: Record<string, string> = {};

const placesOf = async (name: string) => succeeded(await ask('GET', `${root()}${ids[name]}/places`)).body;

/** How many seats each allotment has. */
function filledAs(fans: number, house: number): Promise<unknown> {
  return eventually(async () => {
    const [ofFans, ofHouse] = [await placesOf('Fan club'), await placesOf('House')];
    expect([ofFans.seats.length, ofHouse.seats.length]).toEqual([fans, house]);
    return true;
  });
}

async function frame(): Promise<{ x: number; y: number; width: number; height: number }> {
  return page.$eval('.map-frame', (found) => {
    found.scrollIntoView({ block: 'center', behavior: 'instant' });
    return found.getBoundingClientRect().toJSON();
  });
}

test('without allotments the view says where one is made', async () => {
  await shown.go(`#/events/${show.eventId}/painting`);
  await shown.see('Select seats, then press the price that they get.');
  await shown.pressAt('.segments button:last-child');
  await shown.see('Make an allotment first, under Allotments.');
});

test('seats are painted with an allotment by box, move to another by row, and keep the places of areas', async () => {
  for (const [name, colour] of [
    ['Fan club', '#aa3300'],
    ['House', null],
  ] as const) {
    ids[name] = succeeded(await ask('POST', root(), { name, access: 'STAFF', colour })).body.id;
  }
  const groupOfSeats = [{ id: floor, capacity: 4 }];
  succeeded(await ask('PUT', `${root()}${ids['Fan club']}/places`, { groupOfSeats }));
  await shown.go(`#/events/${show.eventId}/allotments`);
  await shown.see('Fan club');
  await shown.pressAt('a[href$="/painting/allotments"]');
  await shown.see('Select seats, then press the allotment that they get.');
  await shown.press('Box');
  await shown.selectAllSeats();
  await shown.see('18 seats selected. Paint them:');
  await shown.paintWith('Fan club');
  await filledAs(18, 0);
  // By keyboard: the first seat stands for its row.
  await shown.press('Row');
  await page.focus('.map-surface');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await shown.see('seats selected. Paint them:');
  await shown.paintWith('House');
  await eventually(async () => (await placesOf('House')).seats.length > 0);
  const moved = (await placesOf('House')).seats.length;
  await filledAs(18 - moved, moved);
  expect((await placesOf('Fan club')).groupOfSeats).toEqual(groupOfSeats);
  await looksRight(page, 'console-allotments-painted');
  await shown.press('Undo');
  await filledAs(18, 0);
  await shown.press('Undo');
  await filledAs(0, 0);
});

test('a lasso selects what is inside, Shift adds, and the eraser takes seats out', async () => {
  await shown.press('Lasso');
  const { x, y, width, height } = await frame();
  const draw = async (from: number, to: number): Promise<void> => {
    const corners = [
      [from, 0.02],
      [to, 0.02],
      [to, 0.98],
      [from, 0.98],
    ] as const;
    await page.mouse.move(x + width * from, y + height * 0.02);
    await page.mouse.down();
    for (const [right, down] of corners) await page.mouse.move(x + width * right, y + height * down, { steps: 3 });
    await page.mouse.up();
  };
  await draw(0.01, 0.5);
  await shown.see('selected. Paint');
  const first = await selectedCount();
  expect(first).toBeLessThan(18);
  await page.keyboard.down('Shift');
  await draw(0.5, 0.99);
  await page.keyboard.up('Shift');
  await shown.see('18 seats selected. Paint them:');
  await shown.paintWith('House');
  await filledAs(0, 18);
  await draw(0.01, 0.5);
  await eventually(async () => (await selectedCount()) === first);
  await shown.paintWith('No allotment');
  await filledAs(0, 18 - first);
  await shown.press('Undo');
  await filledAs(0, 18);
});

async function selectedCount(): Promise<number> {
  return Number.parseInt(await page.$eval('.selection strong', (found) => found.textContent ?? ''), 10) || 0;
}

test('seats that are held or sold are named, and stay with their buyers', async () => {
  succeeded(await calls.book('directsale', bookingOf([seat(0)])));
  await page.reload();
  await page.waitForSelector('.top-bar');
  await shown.see('Select seats, then press the allotment that they get.');
  await shown.press('Box');
  await shown.selectAllSeats();
  await shown.see('18 seats selected. Paint them:');
  await shown.paintWith('Fan club');
  await filledAs(18, 0);
  await shown.see('1 of these seats is held or sold, and stays with its buyer:');
  await looksRight(page, 'console-allotments-taken');
});

test('a painting that fails is told, is tried again with the same seats, and is taken back', async () => {
  await shown.press('Seat');
  await page.setRequestInterception(true);
  let isRefused = false;
  const refuse = (request: { method(): string; url(): string; abort(): unknown; continue(): unknown }): void => {
    const isPlaces = request.method() === 'PUT' && request.url().endsWith('/places');
    if (isPlaces && isRefused) void request.abort();
    else void request.continue();
  };
  page.on('request', refuse);
  await shown.press('Box');
  await shown.selectAllSeats();
  await shown.see('18 seats selected. Paint them:');
  isRefused = true;
  await shown.paintWith('House');
  await shown.see('cannot be reached');
  await filledAs(18, 0);
  page.off('request', refuse);
  await page.setRequestInterception(false);
  await shown.paintWith('House');
  await filledAs(0, 18);
  await shown.press('Undo');
  await filledAs(18, 0);
});

test('what is selected while a painting is written is painted next', async () => {
  await page.setRequestInterception(true);
  const held: HTTPRequest[] = [];
  const hold = (request: HTTPRequest): void => {
    if (request.method() === 'PUT') held.push(request);
    else void request.continue();
  };
  page.on('request', hold);
  await shown.selectAllSeats();
  await shown.see('18 seats selected. Paint them:');
  await shown.paintWith('House');
  await eventually(() => held[0]);
  await shown.selectAllSeats();
  await shown.see('18 seats selected. Paint them:');
  page.off('request', hold);
  for (const request of held) await request.continue();
  await page.setRequestInterception(false);
  await shown.see('18 seats painted.');
  await filledAs(0, 18);
  await shown.paintWith('Fan club');
  await filledAs(18, 0);
});

test('on a phone a press of the finger selects a section', async () => {
  await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await shown.go(`#/events/${show.eventId}/painting/allotments`);
  await page.reload();
  await page.waitForSelector('.top-bar');
  await shown.see('Select seats, then press the allotment that they get.');
  await shown.press('Section');
  const { x, y, width, height } = await frame();
  await page.touchscreen.tap(x + width / 2, y + height * 0.7);
  await shown.see('selected. Paint');
  const size = await selectedCount();
  await shown.paintWith('House');
  await filledAs(18 - size, size);
});

test('every other failure would be an error of the page', () => {
  expect(shown.complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
});
