/** Allotments and ticket types in the console, in a real browser: made, given places, changed and deleted by a person. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { eventually } from '../support/eventually.ts';
import { floor, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { looksRight } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useConsole();

const read = async (path: string) => {
  const { token: key } = service.catalog.organization;
  return succeeded(await service.call('GET', path, { key })).body;
};
const firstPrice = async () => (await read(`/api/private/v2.0/event/${show.eventId}/prices/`)).content[0];
const allotments = () => read(`/api/private/v2.0/events/${show.eventId}/allotments/`);
/** As a program fills the only allotment. */
async function fillWith(seats: readonly number[]): Promise<void> {
  const { token: key } = service.catalog.organization;
  const [{ id }] = await allotments();
  const path = `/api/private/v2.0/events/${show.eventId}/allotments/${id}/places`;
  succeeded(await service.call('PUT', path, { key, body: { seats } }));
}
const choose = (label: string, value: string) =>
  page.locator(`::-p-aria([name="${label}"][role="combobox"])`).fill(value);

test('an allotment is made, gets places of an area beside its seats, is changed and deleted', async () => {
  await shown.go(`#/events/${show.eventId}/allotments`);
  await shown.see('Every seat is for everybody');
  await shown.press('New allotment…');
  await shown.press('Make allotment');
  await shown.see('Enter a name.');
  await shown.fillIn('Name', 'Fan club');
  await choose('Released when', 'SECTION');
  await shown.press('Make allotment');
  await shown.see('Fan club is made. It has no seats yet.');
  await shown.see('Buyers with a pass');
  await fillWith(show.seats);
  await shown.press('Places of areas of Fan club…');
  await shown.fillIn('Places of Floor', '7');
  await shown.press('Save');
  await shown.see('The places of Fan club are set.');
  const [made] = await allotments();
  expect(made).toMatchObject({
    access: 'PASS',
    release: { at: null, whenSold: 'SECTION', to: null },
    seats: { available: 18 },
    groupOfSeats: [{ id: floor, capacity: 7 }],
  });
  await shown.press('Change Fan club…');
  await choose('Who may take its seats', 'STAFF');
  await shown.fillIn('Tickets in one order', '4');
  expect(await seriousFindings(page)).toEqual([]);
  await shown.press('Save');
  await shown.see('Your own calls');
  expect(await allotments()).toMatchObject([
    { access: 'STAFF', maxSeatsPerSession: 4, release: { whenSold: 'SECTION' } },
  ]);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewport({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBe(0);
  await page.setViewport({ width: 1440, height: 900 });
  await shown.press('Delete Fan club…');
  await shown.press('Delete');
  await shown.see('Every seat is for everybody');
  expect(await allotments()).toEqual([]);
});

test('a price gets an amount and ticket types, which stay when its name is changed', async () => {
  await shown.go(`#/events/${show.eventId}/prices`);
  await shown.press('Change 45.00 EUR…');
  await shown.press('Add a ticket type');
  await shown.press('Save');
  await shown.see('Each ticket type needs a name and an amount.');
  const [, name] = await page.$$('::-p-aria([name="Name"])');
  await name?.type('Child');
  await shown.fillIn('Id', 'child');
  const [amount, typed] = await page.$$('::-p-aria([name="Amount"])');
  await typed?.type('20');
  await shown.press('Save');
  await shown.see('An amount needs a currency');
  await amount?.type('45,5');
  await shown.fillIn('Currency', 'eur');
  await shown.see('Read as €45.50.');
  await shown.see('Read as €20.00.');
  await shown.press('Save');
  await shown.see('Child');
  const { name: kept, ...changed } = await firstPrice();
  expect(kept).toBe('45.00 EUR');
  expect(changed).toMatchObject({
    amount: 4_550,
    currency: 'EUR',
    ticketTypes: [{ id: 'child', name: 'Child', amount: 2_000 }],
  });
});

test('an amount has the decimals of its currency, and one that is not clear is not saved', async () => {
  const before = await firstPrice();
  await shown.press('Change 45.00 EUR…');
  const [amount] = await page.$$('::-p-aria([name="Amount"])');
  const write = (value: string) => amount?.asLocator().fill(value);
  expect(await amount?.evaluate((field) => Reflect.get(field, 'value'))).toBe('45.50');
  await write('1,234');
  await shown.see('“1,234” can be read in two ways.');
  await looksRight(page, 'console-price-form');
  await shown.press('Save');
  await eventually(async () => (await page.$('dialog [role="alert"]')) !== null);
  await write('45.505');
  await shown.see('EUR has 2 decimals, but “45.505” has more.');
  await shown.fillIn('Currency', 'JPY');
  await shown.see('JPY has no decimals, but “45.505” has.');
  await write('4,550');
  await shown.see('Read as ¥4,550.');
  await shown.fillIn('Currency', 'EURO');
  await shown.press('Save');
  await shown.see('“EURO” is no currency.');
  await shown.press('Cancel');
  expect(await firstPrice()).toEqual(before);
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
