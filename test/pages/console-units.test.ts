/** The units of an event in the console, in a real browser: seen, booked otherwise for the event, and given back to the layout's terms. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { eventually } from '../support/eventually.ts';
import { ask, calls, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';
import { setTables, tableHall } from '../support/table-hall.ts';

useHall({ layout: tableHall });
useConsole();

async function unitOfEvent(name: string) {
  const { units } = succeeded(await ask('GET', `/api/private/v2.0/events/${show.eventId}/units/`)).body;
  return units.find((unit: { readonly name: string }) => unit.name === name);
}

test('a table is booked seat by seat, then for other guests, then as the layout says', async () => {
  await shown.go(`#/events/${show.eventId}/units`);
  await shown.see('the layout has no units');
  await setTables(show);
  await page.reload();
  await shown.see('10 units; 10 taken as a whole, with 56 seats; 0 with terms of this event.');
  await shown.press('Change Table 3…');
  await shown.pressAt('::-p-aria([name="This event has terms of its own"])');
  await page.locator('::-p-aria([name="Booked"][role="combobox"])').fill('SEATS');
  expect(await seriousFindings(page)).toEqual([]);
  await shown.press('Save');
  await shown.see('Table 3 is booked seat by seat.');
  await shown.press('Change Table 4…');
  await shown.pressAt('::-p-aria([name="This event has terms of its own"])');
  await shown.fillIn('Guests at most', '9');
  await shown.press('Save');
  await shown.see('Guests at most must be a whole number from 2 to 6.');
  await shown.fillIn('Guests at most', '6');
  await shown.press('Save');
  await shown.see('9 taken as a whole, with 50 seats; 2 with terms of this event.');
  expect(await unitOfEvent('Table 3')).toMatchObject({ booking: 'SEATS', isOverridden: true });
  expect(await unitOfEvent('Table 4')).toMatchObject({ booking: 'WHOLE', min: 2, max: 6, isOverridden: true });
  for (const width of [320, 390, 1440]) {
    await page.setViewport({ width, height: 844 });
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, `console-units-${width}`);
  }
  await shown.fillIn('Find a unit', 'box');
  await eventually(async () => !(await shown.text()).includes('Table 3'));
  await shown.fillIn('Find a unit', 'table 3');
  await shown.press('Change Table 3…');
  await shown.pressAt('::-p-aria([name="This event has terms of its own"])');
  await shown.press('Save');
  await shown.see('Table 3 is booked as the layout says.');
  expect(await unitOfEvent('Table 3')).toMatchObject({ booking: 'WHOLE', max: 4, isOverridden: false });
  expect(await unitOfEvent('Table 4')).toMatchObject({ isOverridden: true });
});

test('a session shows on which seats nobody sits', async () => {
  const [table] = await setTables(show);
  const id = await calls.open();
  succeeded(await calls.callPublic(id, 'lock', { units: [table], guests: { [String(table)]: 2 } }));
  await shown.go(`#/events/${show.eventId}/sessions`);
  await shown.fillIn('Reference or session id', id);
  await shown.see('(no guest)');
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
