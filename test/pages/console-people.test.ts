/** People in the console, in a real browser: an owner invites one, who accepts, and sees what the role allows. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { password as ownersPassword } from '../support/console-page.ts';
import { service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { hire } from '../support/people-calls.ts';

useHall();
useConsole();

const choose = (label: string, value: string) =>
  page.locator(`::-p-aria([name="${label}"][role="combobox"])`).fill(value);
const labels = () => page.$$eval('nav[aria-label=Main] a', (links) => links.map((link) => link.textContent));
const buttons = () => page.$$eval('main button', (found) => found.map((button) => button.textContent));

async function fitsPhones(): Promise<void> {
  await page.setViewport({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewport({ width: 1440, height: 900 });
  expect(await seriousFindings(page)).toEqual([]);
}

test('an owner changes and removes people, and is told that the last owner stays', async () => {
  const helper = await hire(service, 'VIEWER');
  await shown.go('#/people');
  await shown.see(helper.email);
  expect(await labels()).toEqual(['Events', 'Venues', 'Branding', 'Webhooks', 'People', 'API keys', 'Audit']);
  await fitsPhones();
  await shown.press(`Change ${helper.email}…`);
  await choose('Role', 'MANAGER');
  await shown.pressAt('::-p-aria([name="Only some events"][role="checkbox"])');
  await shown.pressAt('fieldset input');
  expect(await seriousFindings(page)).toEqual([]);
  await shown.press('Save');
  await shown.see(`${helper.email} is changed.`);
  await shown.see('1 event');
  await shown.press(`Remove ${helper.email}…`);
  await shown.press('Remove');
  await shown.see(`${helper.email} is removed.`);
  await shown.press('Remove ada@theatre.example…');
  await shown.press('Remove');
  await shown.see('The organization would have no OWNER who can log in.');
  await shown.press('Cancel');
});

test('an invited person follows the link, sets a password, and is offered what the role allows', async () => {
  await shown.press('Invite…');
  await shown.fillIn('Email', 'ben@theatre.example');
  await choose('Role', 'VIEWER');
  await shown.press('Invite');
  await shown.see('The link of the invitation');
  const link = await page.$eval('dialog .code', (code) => code.textContent ?? '');
  expect(link).toMatch(new RegExp(`^${service.url}/console/#/invitation/usher_inv_`));
  await shown.press('Done');
  await shown.see('Invited until');
  await shown.press('Log out');
  await page.goto('about:blank');
  await page.goto(link);
  await shown.see('You are invited to the console');
  await fitsPhones();
  await shown.fillIn('New password', ownersPassword);
  await shown.fillIn('The same password again', 'another one');
  await shown.press('Accept the invitation');
  await shown.see('The two passwords differ.');
  await shown.fillIn('The same password again', ownersPassword);
  await shown.press('Accept the invitation');
  await page.waitForSelector('.top-bar');
  expect(await page.evaluate('location.href')).toBe(`${service.url}/console/#/events`);
  await shown.see('ben@theatre.example');
  expect(await labels()).toEqual(['Events']);
  for (const view of ['prices', 'allotments']) {
    await shown.go(`#/events/${show.eventId}/${view}`);
    await shown.see(view === 'prices' ? '45.00 EUR' : 'Every seat is for everybody');
    expect((await buttons()).filter((text) => /New|Change|Delete|Fill/.test(text ?? ''))).toEqual([]);
  }
  await shown.go('#/people');
  await shown.see('The role VIEWER may not make this call.');
});

test('a link that was used says so', async () => {
  await page.goto('about:blank');
  await page.goto(`${service.url}/console/#/invitation/usher_inv_unknown`);
  await shown.fillIn('New password', ownersPassword);
  await shown.fillIn('The same password again', ownersPassword);
  await shown.press('Accept the invitation');
  await shown.see('This link has been used, or is over.');
  expect(shown.complaints).toEqual([]);
});
