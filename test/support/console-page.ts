/** The console in a real browser, used as a person uses it: by the names of its controls and by what it shows. */
import type { Page } from 'puppeteer-core';
import { joinOrganization } from '#storage/catalog/accounts.ts';
import type { Catalog } from './catalog.ts';
import { cheapHash } from './cheap-password.ts';
import { eventually } from './eventually.ts';
import { pressAt } from './press.ts';

export const email = 'ada@theatre.example';
export const password = 'correct horse battery';

/** The person of the tests joins the organization. */
export async function admitPerson(
  { pool, organization }: Pick<Catalog, 'pool' | 'organization'>,
  address = email,
): Promise<void> {
  const passwordHash = cheapHash(password);
  await joinOrganization(pool, organization.id, { email: address, firstName: 'Ada', lastName: 'Admin', passwordHash });
}

export class ConsolePage {
  readonly page: Page;
  /** What the browser complained about: errors, and what the security policy refused. */
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => {
      // Refusals that a test causes are reported too.
      if (message.text().startsWith('Failed to load resource')) return;
      if (['error', 'warn'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  async go(address: string): Promise<void> {
    await this.page.evaluate(`location.hash = '${address}'`);
  }

  text(): Promise<string> {
    return this.page.evaluate('document.body.innerText') as Promise<string>;
  }

  /** Resolves when the page shows this text. */
  async see(wanted: string): Promise<void> {
    await eventually(async () => {
      expect(await this.text()).toContain(wanted);
      return true;
    });
  }

  /** Once the button does something: while the page works on the press before, it does not. */
  async press(name: string): Promise<void> {
    await this.pressAt(`::-p-aria([name="${name}"][role="button"])`);
  }

  async pressAt(selector: string): Promise<void> {
    await pressAt(this.page, selector);
  }

  /** Makes a layout of a house with two tables of six seats, for the venue with this id. Then its editor is shown. */
  async makeClub(venueId: number): Promise<void> {
    await this.go(`#/venues/${venueId}/new`);
    await this.page.locator('::-p-aria([name="Kind of house"][role="combobox"])').fill('club');
    await this.fillIn('Name of the layout', 'Jazz');
    await this.fillIn('Tables side by side', '2');
    await this.fillIn('Lines of tables', '1');
    await this.see('12 seats and 150 places');
    await this.press('Make the layout');
    await this.see('Everything is saved.');
  }

  /** Presses a price or an allotment below the map, whatever its count is. */
  async paintWith(name: string): Promise<void> {
    const isIt = `(one) => one.ariaDisabled !== 'true' && one.textContent.trim().startsWith(${JSON.stringify(name)})`;
    const wanted = `[...document.querySelectorAll('.selection button')].find(${isIt})`;
    const button = await this.page.waitForFunction(wanted);
    await button.asElement()?.click();
  }

  async fillIn(name: string, text: string): Promise<void> {
    await this.page.locator(`::-p-aria(${name})`).fill(text);
  }

  /** Draws a box around all seats of the map. */
  async selectAllSeats(): Promise<void> {
    const { mouse } = this.page;
    const frame = await this.page.$eval('.map-frame', (found) => {
      // A press on a button below the map has scrolled.
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
      return found.getBoundingClientRect().toJSON();
    });
    await mouse.move(frame.x + 4, frame.y + 4);
    await mouse.down();
    await mouse.move(frame.x + frame.width - 4, frame.y + frame.height - 4, { steps: 4 });
    await mouse.up();
  }

  /** Unless the person is logged in. */
  async logIn(): Promise<void> {
    if ((await this.page.$('input[type=email]')) === null) return;
    await this.fillIn('Email', email);
    await this.fillIn('Password', password);
    await this.press('Log in');
    await this.page.waitForSelector('.top-bar');
  }
}
