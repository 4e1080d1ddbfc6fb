/**
 * The buyer's page in each of its languages, in a real Chromium: a purchase from the queue to the confirmation, in which no
 * English is left, nothing is cut off, and a screen reader can read everything. Leaves pictures in test/pictures.
 */
import english from '../../src/pages/languages/buyer/en.ts';
import { type Language, languages } from '../../src/pages/languages/speech.ts';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { ask, calls, service, show, useHall } from '../support/hall.ts';
import { keepPicture } from '../support/pictures.ts';
import { applySettings } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useBuyers();

const admit = async (body: object): Promise<void> =>
  void succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, body));

/** English sentences and labels that nothing else on the page can contain. */
const englishTexts = Object.values(english)
  .filter((text): text is string => typeof text === 'string')
  .filter((text) => text.length > 10 && !text.includes('{'));

/** What is wrong with the page as it is shown now. */
async function faultsOf({ page }: BuyerPage, language: Language, state: string): Promise<string[]> {
  const shown = (await page.evaluate('document.body.innerText')) as string;
  const left = language === 'en' ? [] : englishTexts.filter((text) => shown.includes(text));
  const found = [...left.map((text) => `English: ${text}`)];
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    found.push(...(await seriousFindings(page)));
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await keepPicture(page, `language-${language}-${state}`);
  return found.map((fault) => `${state}: ${fault}`);
}

const states = new Map<string, (language: Language) => Promise<BuyerPage>>([
  [
    'early',
    async (language) => {
      await admit({ mode: 'QUEUE', opensAt: new Date(service.clock.now() + 60_000).toISOString() });
      return await open(show, { language, width: 390, height: 700 });
    },
  ],
  [
    'pass',
    async (language) => {
      await admit({ mode: 'PASS' });
      return await open(show, { language, width: 390, height: 700 });
    },
  ],
]);

describe.each(languages)('in %s', (language) => {
  test.each([...states])('the page says why nothing can be chosen: %s', async (state, reach) => {
    const buyer = await reach(language);
    await buyer.until('document.querySelector("#cover-title")');
    expect(await faultsOf(buyer, language, state)).toEqual([]);
    expect(await overflowOf(buyer.page)).toBe(0);
  });

  test('tickets are bought', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    const buyer = await open(show, { language });
    const { page } = buyer;
    const press = (selector: string): Promise<void> => page.locator(selector).click();
    await buyer.seesMap();
    const found = await faultsOf(buyer, language, 'choosing');
    await press('.top .button');
    await press('.list__opener');
    await press('.list__rows .list__opener');
    await press('li:nth-child(2) > .list__seat');
    await buyer.until('document.querySelector(".notice__choices")');
    found.push(...(await faultsOf(buyer, language, 'refused')));
    await press('.notice__choices .button');
    await buyer.until('document.querySelectorAll(".lines > .line").length === 2');
    await press('.top .button');
    for (const width of [320, 390]) {
      await page.setViewport({ width, height: 700 });
      await press('#order-handle[aria-expanded="false"]');
      expect([width, await overflowOf(page)]).toEqual([width, 0]);
      await keepPicture(page, `language-${language}-order-${width}`);
      await press('#order-handle[aria-expanded="true"]');
      await keepPicture(page, `language-${language}-map-${width}`);
      expect([width, await overflowOf(page)]).toEqual([width, 0]);
    }
    await page.setViewport({ width: 1200, height: 760 });
    await press('.order__foot .button.primary');
    await buyer.until('document.querySelector(".order--paying")');
    found.push(...(await faultsOf(buyer, language, 'paying')));
    succeeded(await calls.confirm(succeeded(await calls.list()).body[0].id, { reference: 'ORDER-20431' }));
    await buyer.until('document.querySelector(".reference")');
    found.push(...(await faultsOf(buyer, language, 'confirmed')));
    await press('.order--confirmed .order__foot .button');
    await press('.best .button');
    await buyer.until('document.querySelectorAll(".lines > .line").length === 2');
    service.clock.advance(905_000);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await buyer.until('document.querySelector(".order--over")');
    found.push(...(await faultsOf(buyer, language, 'over')));
    await applySettings(service, {});
    expect(found).toEqual([]);
  });
});
