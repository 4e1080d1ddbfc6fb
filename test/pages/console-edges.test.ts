/**
 * The console in a real browser where things go wrong or are unusual: fields without a number, several events that are
 * paused, a service that takes no more calls, failures in views that are drawn again and again.
 */
import type { HTTPRequest, ResponseForRequest } from 'puppeteer-core';
import { eventually } from '../support/eventually.ts';
import { service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { openPricedShow, type Show } from '../support/service.ts';
import { rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';

useHall();
useConsole();

const admissionOf = ({ eventId }: Show) => `/api/private/v2.0/events/${eventId}/admission`;

async function setAdmission(of: Show, body: object): Promise<void> {
  const { token: key } = service.catalog.organization;
  succeeded(await service.call('PUT', admissionOf(of), { key, body }));
}

async function admission() {
  const { token: key } = service.catalog.organization;
  return succeeded(await service.call('GET', admissionOf(show), { key })).body;
}

/** Answers the page's calls by this rule until the function that is returned is called. Undefined: the service answers. */
async function answering(
  rule: (request: HTTPRequest) => Partial<ResponseForRequest> | undefined,
): Promise<() => Promise<void>> {
  const answer = (request: HTTPRequest): void => {
    const reply = rule(request);
    void (reply === undefined ? request.continue() : request.respond(reply));
  };
  await page.setRequestInterception(true);
  page.on('request', answer);
  return async () => {
    page.off('request', answer);
    await page.setRequestInterception(false);
  };
}

const planted = (status: number, errorCode: string) => ({
  status,
  headers: { 'Retry-After': '60' },
  contentType: 'application/problem+json',
  body: JSON.stringify({ errorCode, detail: 'Planted.' }),
});

test('a rate that is no number is refused, not taken for no limit', async () => {
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 600 });
  await shown.go(`#/events/${show.eventId}/on-sale`);
  await shown.see('Who may begin to buy');
  await page.focus('::-p-aria(Admitted a minute)');
  await page.keyboard.type('e');
  await shown.press('Save');
  await shown.see('The rate must be a whole number from 0 to 1,000,000.');
  expect((await admission()).ratePerMinute).toBe(600);
});

test('each event is resumed at its own rate', async () => {
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 600 });
  await shown.go(`#/events/${show.eventId}/on-sale`);
  await shown.press('Pause admission');
  await shown.see('Resume at 600 a minute');
  const other = await openPricedShow(service, rowsHall);
  await setAdmission(other, { mode: 'QUEUE', ratePerMinute: 0 });
  await shown.go(`#/events/${other.eventId}/on-sale`);
  await shown.see('Resume without a limit');
  await shown.go(`#/events/${show.eventId}/on-sale`);
  await shown.see('Resume at 600 a minute');
});

test('a form that is saved after a pause does not undo the pause', async () => {
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 600 });
  await shown.go(`#/events/${show.eventId}/on-sale`);
  await shown.press('Pause admission');
  await shown.see('Resume at 600 a minute');
  await shown.fillIn('Live sessions at most', '50');
  await shown.press('Save');
  await eventually(async () => {
    expect(await admission()).toMatchObject({ ratePerMinute: 0, activeSessionsMax: 50 });
    return true;
  });
});

test('a pause that failed says so, also after the queue was read again', async () => {
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 600 });
  await shown.go(`#/events/${show.eventId}/on-sale`);
  await shown.see('600 a minute');
  const stop = await answering((request) => (request.method() === 'PUT' ? planted(503, 'UNAVAILABLE') : undefined));
  try {
    await shown.press('Pause admission');
    await shown.see('The service is busy or starting. Planted.');
    await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 700 });
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await shown.see('700 a minute');
    expect(await shown.text()).toContain('The service is busy or starting. Planted.');
  } finally {
    await stop();
  }
});

test('a view that is read again keeps the focus and what is typed', async () => {
  await shown.go('#/events');
  await page.locator('main select').fill('all');
  const row = `a[href="#/events/${show.eventId}"]`;
  await page.waitForSelector(row);
  await page.focus(row);
  await sessionCalls(service, show).open([show.seats[0] as number]);
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await eventually(() => page.$eval(row, (found) => found.closest('tr')?.cells[3]?.textContent === '1'));
  expect(await page.$eval(row, (found) => found === found.ownerDocument.activeElement)).toBe(true);
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 600 });
  await shown.go(`#/events/${show.eventId}/on-sale`);
  await shown.fillIn('Live sessions at most', '50');
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 700 });
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await shown.see('700 a minute');
  const typed = await page.$eval('::-p-aria(Live sessions at most)', (found) => [
    Reflect.get(found, 'value'),
    found === found.ownerDocument.activeElement,
  ]);
  expect(typed).toEqual(['50', true]);
});

test('a login stays when it cannot be renewed for the moment', async () => {
  const stop = await answering((request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/auth/refresh') return planted(429, 'RATE_LIMITED');
    return pathname.startsWith('/api/private/') ? { status: 401 } : undefined;
  });
  await shown.go('#/webhooks');
  await page.waitForSelector('::-p-aria([name="Try again"][role="button"])');
  await stop();
  await shown.press('Try again');
  await shown.see('No webhooks yet');
});

test('an address that changes while the console opens is followed', async () => {
  await shown.go('#/events');
  const following = `new MutationObserver((_, observer) => {
    if (document.querySelector('.top-bar') === null) return;
    observer.disconnect();
    location.hash = '#/events/${show.eventId}/orders';
  }).observe(document, { childList: true, subtree: true })`;
  const { identifier } = await page.evaluateOnNewDocument(following);
  await page.reload();
  await page.waitForSelector(`a[href="#/events/${show.eventId}/orders"][aria-current]`);
  await page.removeScriptToEvaluateOnNewDocument(identifier);
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
