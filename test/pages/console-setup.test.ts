/**
 * An event set up in the console, in a real browser: made from a layout, its prices painted on the map and taken back, the
 * checklist followed, published, and given more dates. Then a buyer can buy.
 */
import { demoLayout } from '../../src/demo-venue.ts';
import { eventually } from '../support/eventually.ts';
import { ask, service, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { hire } from '../support/people-calls.ts';
import { looksRight } from '../support/pictures.ts';
import { openPricedShow } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';

useHall({ once: true });
useConsole();

let event = '';

const theatre = {
  name: 'Theatre',
  sections: [
    { name: 'Stalls', rows: ['A', 'B'].map((name) => ({ name, seatCount: 10 })) },
    { name: 'Circle', rows: [{ name: 'A', seatCount: 6 }] },
    { name: 'Floor', ga: true, capacity: 20 },
  ],
};

const assignments = async () =>
  succeeded(await ask('GET', `/api/private/v2.0/event/${event}/prices/assignments/`)).body;
/** How many seats have each price, by its name. */
async function painted(): Promise<Record<string, number>> {
  const { seatsOnEvent } = await assignments();
  const names = seatsOnEvent.map(({ priceName }: { readonly priceName: string | null }) => priceName ?? 'none');
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, list]) => [name, list.length]));
}
const paintedAs = (wanted: Record<string, number>): Promise<unknown> =>
  eventually(async () => {
    expect(await painted()).toEqual(wanted);
    return true;
  });

test('a new event is made from a layout, as a draft with a checklist', async () => {
  succeeded(await ask('POST', '/api/private/v2.0/schemas/', theatre));
  await shown.go('#/events');
  await shown.press('New event');
  await page.locator('::-p-aria([name="Layout"][role="combobox"])').wait();
  await shown.press('Make the event');
  await shown.see('Enter a name.');
  await shown.fillIn('Name', 'Opening night');
  await page.select('dialog select', await layoutValue('Theatre'));
  await page.locator('::-p-aria([name="Begins"])').fill('2027-05-01T19:30');
  await looksRight(page, 'console-new-event');
  await shown.press('Make the event');
  await shown.see('The event has no prices.');
  await shown.see('The event is a draft');
  event = (await page.evaluate('location.hash.split("/")[2]')) as string;
  const made = succeeded(await ask('GET', `/api/private/v2.0/events/${event}`)).body;
  expect(made).toMatchObject({ name: 'Opening night', status: 'DRAFT', endDate: '2027-05-01T22:30:00' });
  await looksRight(page, 'console-setup');
});

async function layoutValue(name: string): Promise<string> {
  return (await page.$eval(
    'dialog select',
    (select, wanted) => {
      const options = Reflect.get(select, 'options') as Iterable<{ text: string; value: string }>;
      return [...options].find(({ text }) => text === wanted)?.value ?? '';
    },
    name,
  )) as string;
}

test('prices are painted by keyboard, by row and by box, taken back, and kept off seats', async () => {
  for (const [name, amount] of [
    ['55.00 EUR', '55'],
    ['30.00 EUR', '30,00'],
  ] as const) {
    await shown.go(`#/events/${event}/prices`);
    await shown.press('New price…');
    await shown.fillIn('Name', name);
    await shown.fillIn('Amount', amount);
    await shown.fillIn('Currency', 'EUR');
    await shown.press('Make price');
    await shown.see(`${name} made.`);
  }
  await shown.go(`#/events/${event}/painting`);
  await shown.see('Select seats, then press the price that they get.');
  await shown.press('Select seats without a price');
  await shown.see('26 seats selected. Paint them:');
  await shown.paintWith('55.00 EUR');
  await paintedAs({ '55.00 EUR': 26 });
  // By keyboard: the first seat stands for its row.
  await shown.press('Row');
  await page.focus('.map-surface');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await shown.see('10 seats selected. Paint them:');
  await looksRight(page, 'console-painting');
  await shown.paintWith('30.00 EUR');
  await paintedAs({ '55.00 EUR': 16, '30.00 EUR': 10 });
  await shown.press('Undo');
  await paintedAs({ '55.00 EUR': 26 });
  await shown.press('Box');
  await shown.selectAllSeats();
  await shown.see('26 seats selected. Paint them:');
  await shown.paintWith('No price');
  await paintedAs({ none: 26 });
  await shown.press('Undo');
  await paintedAs({ '55.00 EUR': 26 });
  await shown.press('Price of Floor…');
  await page.select('dialog select', String((await assignments()).seatsOnEvent[0].priceId));
  await shown.fillIn('Places for sale', '12');
  await shown.press('Save');
  await eventually(async () => (await assignments()).groupsOnEvent[0].activeCount === 12);
});

test('a press on a section selects it from far away, and does not go nearer', async () => {
  const playhouse = await openPricedShow(service, { ...(demoLayout(1) as object), venueId: undefined });
  await shown.go(`#/events/${playhouse.eventId}/painting`);
  await shown.see('Select seats, then press the price that they get.');
  // The balcony is two thirds of the way down the map.
  const { x, y, width, height } = await page.$eval('.map-frame', (frame) => frame.getBoundingClientRect().toJSON());
  await page.mouse.click(x + width / 2, y + height * 0.67);
  await shown.see('528 seats selected.');
  await shown.press('Clear');
});

test('what buyers see is set, the event is published, and more dates copy it', async () => {
  await shown.go(`#/events/${event}/setup`);
  await shown.see('Every seat and every place has a price.');
  await shown.fillIn('Title', 'Opening night with the City Orchestra');
  await shown.fillIn('Address of a picture', 'http://shop.example/a.jpg');
  await shown.press('Save what buyers see');
  await shown.see('must be an address with https');
  await shown.fillIn('Address of a picture', 'https://shop.example/a.jpg');
  await shown.press('Save what buyers see');
  await shown.see('Buyers see it within a second.');
  await shown.see('Publish the event first');
  await shown.press('Publish');
  await shown.see('The event is published.');
  await page.locator('::-p-aria([name="Time zone"])').fill('Europe/Berlin');
  const begins = await page.$$('::-p-aria([name="Begins"])');
  await begins[1]?.evaluate((input) => {
    Reflect.set(input, 'value', '2027-05-02T19:30');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await shown.press('Add the date');
  await shown.see('The date is added.');
  await shown.see('2 May 2027, 19:30');
  const { content } = succeeded(await ask('GET', '/api/private/v2.0/events/?size=50')).body;
  const copy = content.find(({ start }: { readonly start: string }) => start.startsWith('2027-05-02T19:30'));
  const copied = succeeded(await ask('GET', `/api/private/v2.0/event/${copy.id}/prices/assignments/`)).body;
  expect(new Set(copied.seatsOnEvent.map((seat: { readonly priceName: string }) => seat.priceName))).toEqual(
    new Set(['55.00 EUR']),
  );
  await looksRight(page, 'console-published');
});

test('the list of what is missing and the sums by price are shown where the sale is opened, too', async () => {
  await shown.go(`#/events/${event}/on-sale`);
  await shown.see('Every seat and every place has a price.');
  await shown.see('If all are sold');
  await shown.see('Together:');
  await shown.pressAt('input[name="mode"][value="PASS"]');
  await shown.press('Save');
  await shown.see('the organization has no key to check one');
  await looksRight(page, 'console-on-sale-list');
});

test('an event is copied under another name and start, and the copy is deleted', async () => {
  await shown.go(`#/events/${event}/setup`);
  await shown.press('Copy…');
  await page.locator('dialog ::-p-aria([name="Name"])').fill('Second night');
  await shown.press('Make the copy');
  await shown.see('Enter when the event begins.');
  await page.locator('dialog ::-p-aria([name="Begins"])').fill('2027-05-08T19:30');
  await looksRight(page, 'console-copy');
  await shown.press('Make the copy');
  await shown.see('The event is copied.');
  await shown.see('Second night');
  await shown.see('The event is a draft');
  const copy = (await page.evaluate('location.hash.split("/")[2]')) as string;
  expect(copy).not.toBe(event);
  const made = succeeded(await ask('GET', `/api/private/v2.0/events/${copy}`)).body;
  expect(made).toMatchObject({ name: 'Second night', status: 'DRAFT', start: '2027-05-08T19:30:00' });
  expect(succeeded(await ask('GET', `/api/private/v2.0/events/${copy}/admission`)).body.mode).toBe('PASS');
  await shown.press('Delete…');
  await shown.see('Delete Second night?');
  await shown.see('0 places are sold.');
  await looksRight(page, 'console-delete-event');
  await shown.press('Delete');
  await shown.see('Second night is deleted.');
  expect((await ask('GET', `/api/private/v2.0/events/${copy}`)).status).toBe(404);
});

test('an event that a series uses is not deleted, and the dialog says so', async () => {
  await shown.go(`#/events/${event}/setup`);
  await shown.press('Delete…');
  await shown.see('Delete Opening night?');
  await shown.press('Delete');
  await shown.see('series');
  expect((await ask('GET', `/api/private/v2.0/events/${event}`)).status).toBe(200);
  await shown.press('Cancel');
});

test('a viewer sees the event and can change nothing of it', async () => {
  const viewer = await hire(service, 'VIEWER');
  await page.evaluate(
    `sessionStorage.setItem('usher-console', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('usher-console')),
      token: '${viewer.token}', refreshToken: '${viewer.refreshToken}' }))`,
  );
  await page.reload();
  await page.waitForSelector('.top-bar');
  await shown.go(`#/events/${event}/painting`);
  await shown.see('Select seats, then press the price that they get.');
  expect(await page.$$('.selection button')).toHaveLength(0);
  await shown.go(`#/events/${event}/setup`);
  await shown.see('Every seat and every place has a price.');
  expect(await page.$$('::-p-aria([name="Save name and dates"])')).toHaveLength(0);
  await shown.go('#/events');
  await shown.see('Opening night');
  expect(await page.$$('::-p-aria([name="New event"])')).toHaveLength(0);
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
