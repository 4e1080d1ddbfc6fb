/** Presses controls of pages as a person does, who waits until a control does something. */
import type { Page } from 'puppeteer-core';

/** Resolves after the press. A control that is off while the page works is waited for; one that stays off is never pressed. */
export async function pressAt(page: Page, selector: string): Promise<void> {
  const isOn = (found: { readonly ariaDisabled: string | null }) => found.ariaDisabled !== 'true';
  await page.locator(selector).filter(isOn).click();
}
