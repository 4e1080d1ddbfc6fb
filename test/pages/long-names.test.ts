/**
 * The buyer's page with names of every length and script, on screens of every width: every button stays in the window,
 * and no name turns the words around it.
 */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { keepPicture } from '../support/pictures.ts';
import { openPricedShow, type Show } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

const names = {
  letters: `Section ${'with a name of eighty letters '.repeat(3)}`.slice(0, 80),
  german: 'Rechtsschutzversicherungsgesellschaftenparterrelogenplatzvergabestellenleitung',
  arabic: 'المقاعد الأمامية في الطابق الأول بجانب المسرح الكبير وبالقرب من المدخل الرئيسي',
  emoji: '👩‍👩‍👧‍👦🎭'.repeat(8),
} as const;

useService();
useBuyers();

/** A show whose section, rows, seats, area and prices all have this name. */
async function showNamed(name: string): Promise<Show> {
  const seats = Array.from({ length: 6 }, (_, at) => ({ name: `${at + 1} ${name}`, x: at * 24, y: 0 }));
  const show = await openPricedShow(service, {
    name: 'Hall',
    sections: [
      { name, rows: [{ name: `A ${name}`, seats }] },
      { name: `${name}.`, ga: true, capacity: 20, x: 0, y: 80, width: 140, height: 60 },
    ],
  });
  const { token: key } = service.catalog.organization;
  const path = `/api/private/v2.0/event/${show.eventId}/prices/`;
  const body = show.prices.map((id, at) => ({ id, name: `${45 + at}.00 ${name}`, eventId: show.eventId }));
  succeeded(await service.call('PUT', path, { key, body }));
  return show;
}

/** The shown buttons and fields that are not whole in the window, except for those in a strip that can be scrolled. */
const outside = `[...document.querySelectorAll('button, select, input')]
  .filter((control) => control.checkVisibility() && control.closest('.legend') === null)
  .filter((control) => {
    const { left, right } = control.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  })
  .map((control) => control.getAttribute('aria-label') ?? control.textContent)`;

async function faults(buyer: BuyerPage): Promise<unknown[]> {
  const controls = (await buyer.page.evaluate(outside)) as string[];
  return [...controls, ...(await seriousFindings(buyer.page)), await overflowOf(buyer.page)];
}

test.each(Object.keys(names) as (keyof typeof names)[])(
  'names of %s push nothing out of the window',
  async (kind) => {
    const show = await showNamed(names[kind]);
    for (const width of [320, 390, 1440]) {
      const isTouch = width < 820;
      const buyer = await open(show, { width, height: 700, isTouch, pixelRatio: isTouch ? 2 : 1 });
      if (isTouch) await buyer.openOrder();
      await buyer.press('Find the best seats');
      await buyer.sees('2 tickets');
      if (isTouch) await buyer.openOrder();
      await buyer.page.locator('.stepper__button:last-child').click();
      await buyer.sees('3 tickets');
      await keepPicture(buyer.page, `map-names-${kind}-${width}`);
      expect([width, ...(await faults(buyer))]).toEqual([width, 0]);
      await buyer.press('Show as a list');
      await buyer.page.locator('.list__sections button').click();
      await buyer.page.locator('.list__rows button').click();
      await buyer.page.locator('.list__seat').wait();
      expect([width, ...(await faults(buyer))]).toEqual([width, 0]);
      await buyer.press('Show the map');
      if (isTouch) await buyer.closeOrder();
      expect([width, ...(await faults(buyer))]).toEqual([width, 0]);
    }
  },
  60_000,
);

test('a name that is cut off is whole in its title, and has its own direction', async () => {
  const show = await showNamed(names.arabic);
  const buyer = await open(show, { width: 320, height: 700, isTouch: true });
  await buyer.openOrder();
  await buyer.press('Find the best seats');
  await buyer.sees('2 tickets');
  await buyer.openOrder();
  await buyer.until(`document.querySelector('.lines small')?.checkVisibility()`);
  const [section] = (await buyer.page.$$eval('.lines small', (found) =>
    found.map((one) => ({ title: one.title, direction: one.dir, isCut: one.scrollWidth > one.clientWidth })),
  )) as object[];
  expect(section).toEqual({ title: names.arabic, direction: 'auto', isCut: true });
});
