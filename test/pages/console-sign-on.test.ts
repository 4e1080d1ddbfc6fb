/** Sign-on in a real browser: an owner sets it up, and a person goes through the page of a real provider into the console. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { ask, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';
import { service } from '../support/shared-service.ts';
import { clientSecret, type SignOnProvider, startSignOnProvider } from '../support/sign-on-provider.ts';

useHall({ settings: { SIGN_ON_ALLOW_PRIVATE: '1' } });
useConsole();

let provider: SignOnProvider;

beforeAll(async () => {
  // Another site than the service: its cookie is kept from other sites.
  provider = await startSignOnProvider({ redirectUris: [`${service.url}/console/`], host: 'localhost' });
});

afterAll(async () => provider[Symbol.asyncDispose]());

async function fitsPhones(): Promise<void> {
  await page.setViewport({ width: 390, height: 844 });
  expect(await overflowOf(page)).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewport({ width: 1440, height: 900 });
  expect(await seriousFindings(page)).toEqual([]);
}

/** Logs in at the provider's own page. */
async function goThrough(name: string): Promise<void> {
  await page.waitForSelector('input[name=name]');
  expect(await page.evaluate('location.origin')).toBe(provider.issuer);
  await shown.fillIn('Name', name);
  await shown.press('Continue');
}

test('an owner sets it up, is told what is wrong with a provider, and gets the link for the people', async () => {
  await shown.go('#/people');
  await shown.press('Sign-on…');
  await shown.fillIn('Issuer', 'http://127.0.0.1:1');
  await shown.fillIn('Client id', 'usher');
  await shown.fillIn('Client secret', clientSecret);
  await shown.fillIn('Group 1', 'owners');
  await shown.press('Add a group');
  await shown.fillIn('Group 2', 'sellers');
  const roleOfSellers = page.locator('::-p-aria([name="Role of group 2"][role="combobox"])');
  await roleOfSellers.fill('VIEWER');
  expect(await shown.text()).not.toContain('Group 1 sees only some events');
  await shown.pressAt('::-p-aria([name="Group 2 sees only some events"][role="checkbox"])');
  await shown.see('Events of group 2');
  await shown.pressAt('::-p-aria([name="Show, 1 May 2027, 19:30"][role="checkbox"])');
  // Another role keeps the events.
  await roleOfSellers.fill('BOX_OFFICE');
  await fitsPhones();
  await keepPicture(page, 'sign-on-form');
  await shown.press('Save');
  await shown.see('The document of the provider cannot be read: no answer.');
  await shown.fillIn('Issuer', provider.issuer);
  await shown.see(`${service.url}/console/#/sign-on/${service.catalog.organization.publicKey}`);
  await shown.press('Save');
  await shown.see('The sign-on is stored.');
  expect(succeeded(await ask('GET', '/api/private/management/v2.0/sign-on/')).body.signOn.groups).toEqual([
    { group: 'owners', role: 'OWNER', events: null },
    { group: 'sellers', role: 'BOX_OFFICE', events: [show.eventId] },
  ]);
  await shown.press('Sign-on…');
  await shown.see('Events of group 2');
  const isChosen = () =>
    page.$eval(
      '::-p-aria([name="Show, 1 May 2027, 19:30"][role="checkbox"])',
      (one) => (one as { checked?: boolean }).checked,
    );
  expect(await isChosen()).toBe(true);
  await shown.press('Cancel');
  await shown.press('Log out');
  await page.waitForSelector('input[type=email]');
});

test('a person goes through the page of the provider into the console, with the role of the group', async () => {
  provider.people.set('ben', { email: 'ben@theatre.example', email_verified: true, groups: ['sellers'] });
  await shown.go(`#/sign-on/${service.catalog.organization.publicKey}`);
  await shown.see('You go to the login page of your organization');
  await fitsPhones();
  await keepPicture(page, 'sign-on-page');
  await shown.press('Log in with your organization');
  await goThrough('ben');
  await page.waitForSelector('.top-bar');
  await shown.see('ben@theatre.example');
  expect(await page.evaluate('location.href')).toBe(`${service.url}/console/#/events`);
  await page.reload();
  await page.waitForSelector('.top-bar');
  await shown.press('Log out');
});

test('the browser knows the way next time, and says why somebody is not let in', async () => {
  provider.people.set('ben', { email: 'ben@theatre.example', email_verified: true, groups: ['strangers'] });
  await shown.pressAt('::-p-aria([name="Log in with your organization"][role="link"])');
  await shown.press('Log in with your organization');
  await shown.see('None of your groups has a role here. Ask an owner of the organization.');
  expect(await page.evaluate('location.search')).toBe('');
  await shown.pressAt('::-p-aria([name="Log in with a password"][role="link"])');
  await page.waitForSelector('input[type=email]');
  await shown.logIn();
  expect(shown.complaints).toEqual([]);
});
