/** The brand of an organization in the console, in a real browser: set with a preview, taken back, refused at the field, removed. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { ask, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

useHall({ once: true });
useConsole();

const stored = async () => succeeded(await ask('GET', '/api/private/management/v2.0/branding/')).body.brand;
/** The field with this label under the heading. */
const field = (heading: string, label: string) =>
  page.locator(`::-p-xpath(//section[h3="${heading}"]//div[label="${label}"]/input)`);
const previews = (): Promise<string[]> =>
  page.evaluate(
    '[...document.querySelectorAll(".brand-preview__button")].map((one) => getComputedStyle(one).backgroundColor)',
  ) as Promise<string[]>;
const sees = async (heading: string, text: string) => {
  await page.locator(`::-p-xpath(//section[h3="${heading}"]//li[contains(., "${text}")])`).wait();
};

async function picture(name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    for (const width of [390, 1440]) {
      await page.setViewport({ width, height: 900 });
      expect(await overflowOf(page)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      await keepPicture(page, `console-brand-${name}-${theme}-${width}`);
    }
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
}

test('colours are seen in the preview and judged while they are typed, and steps are taken back', async () => {
  await shown.go('#/branding');
  await shown.see('Address of the logo');
  await page.waitForSelector('.brand-preview__button');
  await picture('none');
  await sees('Light theme', 'Text on buttons · Buttons17.6');
  await field('Light theme', 'Buttons').fill('#ffe500');
  await sees('Light theme', 'Text on buttons · Buttons1.27 – too low');
  expect((await previews())[0]).toBe('rgb(255, 229, 0)');
  await shown.press('Undo');
  await sees('Light theme', 'Text on buttons · Buttons17.6');
  await shown.press('Redo');
  await sees('Light theme', '1.27 – too low');
  await shown.press('Save');
  await shown.see('colours.light.accentInk has a contrast of 1.27:1 on accent, and needs 4.5:1');
  await field('Light theme', 'Buttons').fill('blue');
  await shown.see('Enter a colour such as #3451c6.');
  await shown.press('Back to what is saved');
  expect(await page.$eval('.branding', (form) => form.textContent)).not.toContain('too low');
  expect(await stored()).toBeNull();
});

test('a person who leaves with changes that are not saved is asked, and by the browser before a reload', async () => {
  const urlField = () => page.evaluate('document.querySelector("input[type=url]")?.value') as Promise<string>;
  const typed = 'https://theatre.example/new.svg';
  await shown.fillIn('Address of the logo', typed);
  for (const leave of [
    () => shown.pressAt('.top-bar a[href="#/events"]'),
    () => page.evaluate('history.back()'),
    () => shown.press('Log out'),
  ]) {
    await leave();
    await shown.see('Leave without saving?');
    expect(await seriousFindings(page)).toEqual([]);
    await keepPicture(page, 'console-brand-leave');
    await shown.press('Stay here');
    await page.waitForSelector('dialog', { hidden: true });
    expect(await page.evaluate('location.hash')).toBe('#/branding');
    expect(await urlField()).toBe(typed);
  }
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.type());
      void dialog.accept();
    });
  });
  await page.reload();
  expect(await asked).toBe('beforeunload');
  await page.waitForFunction('document.querySelector("input[type=url]")?.value === ""');
  await shown.fillIn('Address of the logo', typed);
  await shown.pressAt('.top-bar a[href="#/keys"]');
  await shown.press('Leave');
  await page.waitForFunction('location.hash === "#/keys" && document.querySelector("input[type=url]") === null');
  await shown.go('#/branding');
  await page.waitForFunction('document.querySelector("input[type=url]")?.value === ""');
  // Without unsaved changes the page is left without a question.
  await shown.fillIn('Address of the logo', typed);
  await shown.press('Back to what is saved');
  await shown.go('#/keys');
  await page.waitForFunction('document.querySelector("input[type=url]") === null');
  await shown.go('#/branding');
  await shown.see('Address of the logo');
});

test('logo, colours and texts are saved, shown again, refused at the field, and removed', async () => {
  await shown.fillIn('Address of the logo', 'http://theatre.example/logo.svg');
  await shown.fillIn('Name of the logo', 'City Theatre');
  await shown.press('Save');
  await page.locator('::-p-xpath(//div[label="Address of the logo"]/*[@class="error-text"])').wait();
  await shown.fillIn('Address of the logo', 'https://theatre.example/logo.svg');
  await field('Light theme', 'Buttons').fill('#7a1f3d');
  await field('Dark theme', 'Buttons').fill('#f2a7bf');
  await field('Dark theme', 'Text on buttons').fill('#2b0a16');
  await page.locator('::-p-aria([name="Language of the texts"][role="combobox"])').fill('de');
  await page.locator('input[placeholder="Zur Kasse"]').fill('Zur Abendkasse');
  await page.locator('::-p-xpath(//span[@class="brand-preview__button" and .="Zur Abendkasse"])').wait();
  await shown.fillIn('Find a text', 'tickets');
  await shown.fillIn('tickets · other', 'Karten');
  await shown.press('Save');
  await shown.see('must have the placeholders {count}');
  await shown.fillIn('tickets · other', '{count} Karten');
  await shown.press('Save');
  await shown.see('The brand is saved.');
  const brand = {
    logoUrl: 'https://theatre.example/logo.svg',
    logoAlt: 'City Theatre',
    colours: { light: { accent: '#7a1f3d' }, dark: { accent: '#f2a7bf', accentInk: '#2b0a16' } },
    texts: { de: { checkOut: 'Zur Abendkasse', tickets: { other: '{count} Karten' } } },
  };
  expect(await stored()).toEqual(brand);
  await shown.fillIn('Find a text', '');
  await picture('set');
  await page.reload();
  await field('Light theme', 'Buttons').wait();
  expect(await page.evaluate('document.querySelector("input[type=url]").value')).toBe(brand.logoUrl);
  // The preview comes with the texts of the buyer's page, after the fields.
  await page.waitForSelector('.brand-preview__button');
  expect((await previews())[0]).toBe('rgb(122, 31, 61)');
  await shown.press('Remove the brand…');
  await shown.press('Remove');
  await shown.see('The brand is removed.');
  expect(await stored()).toBeNull();
  await page.waitForFunction('document.querySelector("input[type=url]")?.value === ""');
  expect(shown.complaints).toEqual([]);
});
