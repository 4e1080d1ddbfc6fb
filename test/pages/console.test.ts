/**
 * The console in a real browser: logs in, sees an event live, blocks seats with a box, ends a session, sets the on-sale,
 * makes a webhook. Everything under the page's own security policy.
 */
import type { Page } from 'puppeteer-core';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { patientPage } from '../support/browser.ts';
import { ConsolePage, email, password } from '../support/console-page.ts';
import { eventually } from '../support/eventually.ts';
import { calls, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture } from '../support/pictures.ts';
import { outcomeOf, succeeded } from '../support/session-calls.ts';

useHall();
useConsole({ isLoggedIn: false });

const read = async (path: string) => {
  const { token: key } = service.catalog.organization;
  return succeeded(await service.call('GET', path, { key })).body;
};
const text = () => shown.text();
const go = (address: string) => shown.go(address);
const see = (wanted: string) => shown.see(wanted);
const press = (name: string) => shown.press(name);
const fillIn = (name: string, text: string) => shown.fillIn(name, text);
const logIn = () => shown.logIn();

test('a wrong password is refused in words; a login survives a reload and ends for good at the log-out', async () => {
  await fillIn('Email', email);
  await fillIn('Password', 'wrong');
  await press('Log in');
  await see('The username or the password is wrong.');
  await logIn();
  await page.reload();
  await page.waitForSelector('.top-bar');
  const kept = await page.evaluate(() => JSON.parse(sessionStorage.getItem('usher-console') ?? '{}'));
  expect(JSON.stringify(kept)).not.toContain(password);
  await press('Log out');
  await page.waitForSelector('input[type=email]');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  const headers = { Authorization: `Bearer ${kept.token}` };
  await eventually(
    async () => outcomeOf(await service.call('GET', '/api/auth/user/', { headers })) === '401 UNAUTHENTICATED',
  );
  shown.complaints.length = 0;
});

test('the events show what is sold, held and left', async () => {
  await logIn();
  const session = await calls.open(show.seats.slice(0, 2));
  succeeded(await calls.checkout(session));
  succeeded(await calls.confirm(session));
  await calls.open([show.seats[3] as number]);
  await go('#/events');
  // The events of tests have fixed dates.
  await page.locator('main select').fill('all');
  const row = `a[href="#/events/${show.eventId}"]`;
  await page.waitForSelector(row);
  await eventually(async () => {
    const cells = await page.$eval(row, (found) =>
      [...(found.closest('tr')?.cells ?? [])].map((cell) => cell.textContent),
    );
    // 18 seats and 24 places.
    expect(cells.slice(1, 5)).toEqual(['Published', '2', '1', '39']);
    return true;
  });
});

test('the map shows a hold when it is made; a box over the seats blocks those that are free, and unblocks them', async () => {
  await logIn();
  await go(`#/events/${show.eventId}`);
  await see('Free\n18');
  await calls.open([show.seats[0] as number]);
  await see('In a cart\n1');
  await press('Select seats');
  await shown.selectAllSeats();
  await see('18 seats selected: 17 free, 0 blocked, 1 held or sold, which stay as they are');
  await press('Block 17');
  await see('17 seats blocked.');
  const { seatsOnEvent } = await calls.assignments();
  const states = seatsOnEvent.map(({ state }: { state: string }) => state);
  expect(states.filter((state: string) => state === 'BLOCKED')).toHaveLength(17);
  expect(states[0]).toBe('LOCKED');
  await shown.selectAllSeats();
  await press('Unblock 17');
  await see('Free\n17');
});

test('a browser without a language shows the console too', async () => {
  const context = await page.browser().createBrowserContext();
  const foreign = await patientPage(context);
  try {
    // As Chromium has it under LANG=C.
    await foreign.evaluateOnNewDocument(
      'Object.defineProperty(navigator, "language", { value: "en-US@posix", configurable: true })',
    );
    await foreign.goto(`${service.url}/console/`);
    await foreign.waitForSelector('input[type=email]');
  } finally {
    await context.close();
  }
});

test('a duplicated tab shares its login: either can renew it, and the other goes on', async () => {
  await logIn();
  const kept = await page.evaluate(() => sessionStorage.getItem('usher-console'));
  const copy = await patientPage(page.browserContext());
  try {
    await copy.evaluateOnNewDocument(
      `if (location.pathname === '/console/') sessionStorage.setItem('usher-console', ${JSON.stringify(kept)})`,
    );
    await copy.goto(`${service.url}/console/#/events`);
    await copy.waitForSelector('.top-bar');
    // A token that has expired is refused like none, in both tabs.
    const spent = new Set<string | undefined>();
    for (const tab of [page, copy]) {
      await tab.setRequestInterception(true);
      tab.on('request', (request) => {
        const { authorization } = request.headers();
        void (spent.has(authorization) ? request.respond({ status: 401 }) : request.continue());
      });
    }
    const tokenOf = (tab: Page) =>
      tab.evaluate(() => JSON.parse(sessionStorage.getItem('usher-console') ?? '{}').token);
    for (const [tab, other] of [
      [page, copy],
      [copy, page],
    ] as const) {
      const expired = await tokenOf(tab);
      spent.add(`Bearer ${expired}`);
      // Each page asks the service for something.
      await tab.evaluate("location.hash = '#/webhooks'");
      await eventually(async () => (await tokenOf(tab)) !== expired);
      await eventually(async () => (await tokenOf(other)) === (await tokenOf(tab)));
      await other.evaluate("location.hash = '#/webhooks'");
      await eventually(async () => (await new ConsolePage(other).text()).includes('No webhooks yet'));
      for (const shown of [tab, other]) await shown.evaluate("location.hash = '#/events'");
    }
    await copy.locator('::-p-aria([name="Log out"][role="button"])').click();
    await page.waitForSelector('input[type=email]');
  } finally {
    page.removeAllListeners('request');
    await page.setRequestInterception(false);
    await copy.close();
  }
});

test('a login that cannot be renewed ends with a reason, and once', async () => {
  await logIn();
  const { token, refreshToken } = await page.evaluate(() =>
    JSON.parse(sessionStorage.getItem('usher-console') ?? '{}'),
  );
  await service.call('POST', '/api/auth/logout', { body: { token, refreshToken } });
  await go('#/keys');
  await see('Your login has ended. Please log in again.');
  await logIn();
  await see('Secret API key');
});

test('a session is found by its id, which no address contains, and cancelled; a purchase by its reference, and released', async () => {
  await logIn();
  const [session, bought] = [await calls.open(show.seats.slice(0, 1)), await calls.open(show.seats.slice(1, 2))];
  succeeded(await calls.checkout(bought));
  succeeded(await calls.confirm(bought, { reference: 'ORDER-7' }));
  await go(`#/events/${show.eventId}/sessions`);
  await page.waitForSelector('input[type=search]');
  await fillIn('Reference or session id', session);
  await see('Cancel session…');
  expect(page.url()).not.toContain(session);
  await page.reload();
  await press('Cancel session…');
  await press('Cancel session');
  await see('The session is cancelled.');
  await fillIn('Reference or session id', 'ORDER-7');
  await press(bought);
  await press('Release purchase…');
  await press('Release purchase');
  await see('The purchase is released.');
  const states = [session, bought].map(async (id) => succeeded(await calls.read(id)).body.state);
  expect(await Promise.all(states)).toEqual(['CANCELLED', 'CANCELLED']);
});

test('the session that holds a seat is found by pressing the seat', async () => {
  await logIn();
  const session = await calls.open(show.seats.slice(0, 2));
  await go(`#/events/${show.eventId}`);
  await see('In a cart\n2');
  await page.focus('.map-surface');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await press(session);
  await see('Cancel session…');
  expect(await page.$('dialog')).toBeNull();
});

test('a queue is set, paused and resumed at its rate', async () => {
  await logIn();
  await go(`#/events/${show.eventId}/on-sale`);
  await see('Who may begin to buy');
  await page.click('input[value=QUEUE]');
  await fillIn('Admitted a minute', '600');
  await press('Save');
  await see('600 a minute');
  const admission = () => read(`/api/private/v2.0/events/${show.eventId}/admission`);
  expect(await admission()).toMatchObject({ mode: 'QUEUE', ratePerMinute: 600, claimSeconds: 120 });
  await press('Pause admission');
  await press('Resume at 600 a minute');
  await page.waitForSelector('::-p-aria(Pause admission)');
  expect(await admission()).toMatchObject({ mode: 'QUEUE', ratePerMinute: 600 });
  await fillIn('Admitted a minute', '-3');
  await press('Save');
  await see('The rate must be a whole number from 0 to 1,000,000.');
});

test('a new webhook shows its secret once; a bad address is refused with the reason', async () => {
  await logIn();
  await go('#/webhooks');
  await press('New webhook');
  await fillIn('Address', 'http://localhost/');
  await press('Create');
  await see('url must');
  await fillIn('Address', 'https://example.com/usher');
  await press('Create');
  await see('whsec_');
  await press('Done');
  await see('https://example.com/usher');
  expect(await text()).not.toContain('whsec_');
  const { content } = await read('/api/private/v2.0/webhooks/');
  expect(content).toMatchObject([{ url: 'https://example.com/usher', enabled: true, types: [] }]);
  await go(`#/webhooks/${content[0].id}`);
  await see('Nothing was sent yet.');
});

test('every view is usable with a screen reader, in the light and in the dark, and fits a narrow screen', async () => {
  await logIn();
  await calls.open([show.seats[0] as number], [[show.areas[0], 2]]);
  const event = `#/events/${show.eventId}`;
  const views = [
    ['#/events', 'Filled'],
    [event, 'General admission'],
    [`${event}/sessions`, 'Time left'],
    [`${event}/prices`, 'Ticket types'],
    [`${event}/allotments`, 'Every seat is for everybody'],
    [`${event}/on-sale`, 'Who may begin to buy'],
    ['#/webhooks', 'Webhooks'],
    ['#/keys', 'Secret API key'],
  ] as const;
  for (const [address, text] of views) {
    await go(address);
    await see(text);
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      expect([address, value, await seriousFindings(page)]).toEqual([address, value, []]);
      await keepPicture(page, `console-${text.replaceAll(' ', '-').toLowerCase()}-${value}`);
    }
    // A plot is as wide as its place, also after a change of the theme.
    const isWide =
      '[...document.querySelectorAll(".plot-area")].every((one) => one.clientWidth === one.firstElementChild?.clientWidth)';
    await eventually(() => page.evaluate(isWide));
    await page.setViewport({ width: 320, height: 700 });
    expect([address, await overflowOf(page)]).toEqual([address, 0]);
    await page.setViewport({ width: 1280, height: 900 });
  }
});

test('nothing that the page did was refused by its security policy, and no other page may frame it', async () => {
  const answer = await fetch(`${service.url}/console/`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:/);
  expect(shown.complaints).toEqual([]);
});
