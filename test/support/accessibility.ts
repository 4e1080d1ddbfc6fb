/** Checks of a page that a person with a screen reader, a keyboard or a small screen depends on. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

interface Finding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe-core adds to the page. */
declare const axe: { run(options: object): Promise<{ violations: readonly Finding[] }> };

/** Half a megabyte, which a document needs once. */
const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const grave = new Set(['serious', 'critical']);

/** The serious findings of axe-core on what the page shows now, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(program);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }));
  return violations.flatMap(({ id, impact, nodes }) =>
    grave.has(impact ?? '') ? nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`) : [],
  );
}

/** How many pixels of the page are to the right of the screen; 0: nothing has to be scrolled sideways. */
export function overflowOf(page: Page): Promise<number> {
  const root = 'document.documentElement';
  return page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`) as Promise<number>;
}

interface AccessibilityNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

const operable = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'application',
]);

/** What a screen reader says of each control, as `role: name`, in the order of the page. */
export async function controlsHeard(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  try {
    const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AccessibilityNode[] };
    return nodes
      .filter(({ ignored, role }) => !ignored && operable.has(role?.value ?? ''))
      .map(({ role, name }) => `${role?.value}: ${name?.value ?? ''}`);
  } finally {
    await session.detach();
  }
}
