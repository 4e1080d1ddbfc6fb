/** The page under `/`: for browsers only, with links that work, and a policy that allows nothing but its own styles. */
import { hash } from 'node:crypto';
import type { ShownEvent } from '#http/pages/home-page.ts';
import { overflowOf, seriousFindings } from '../../support/accessibility.ts';
import { patientPage, startBrowser, type TestBrowser } from '../../support/browser.ts';
import { type SampleService, serveSample } from '../../support/sample-service.ts';

const browserAccepts = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const sample: ShownEvent = {
  id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  publicKey: '0b0e4f4e-2a43-4a6a-9f6e-3f8f5b7d1c11',
};

let chromium: TestBrowser;
let service: SampleService;
let demo: ShownEvent | null = null;

beforeAll(async () => {
  chromium = await startBrowser();
  service = await serveSample([], { findDemo: async () => demo });
});

afterEach(() => {
  demo = null;
});

afterAll(async () => {
  await chromium.close();
  await service[Symbol.asyncDispose]();
});

const get = (accept: string) => fetch(`${service.url}/`, { headers: { Accept: accept } });

describe('the page under /', () => {
  test.each(['*/*', 'application/json', 'application/json, text/html;q=0.9', 'text/html;q=0', 'image/png', ';;,'])(
    'is a problem for a client that accepts %s',
    async (accept) => {
      const answer = await get(accept);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
      expect(await answer.json()).toMatchObject({ errorCode: 'NOT_FOUND' });
    },
  );

  test('allows a browser its own styles and nothing else', async () => {
    const answer = await get(browserAccepts);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('vary')).toContain('Accept');
    const text = await answer.text();
    const styles = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? '';
    const policy = answer.headers.get('content-security-policy')?.split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src 'sha256-${hash('sha256', styles, 'base64')}'`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/<script|style=|https?:/);
  });

  test('leads to pages that exist, and to the map of the demo only where there is one', async () => {
    const addresses = async () =>
      [...(await (await get('text/html')).text()).matchAll(/href="([^":]+)"/g)].map(([, address]) =>
        String(address).replaceAll('&amp;', '&'),
      );
    expect(await addresses()).toEqual(['console/', 'docs/']);
    demo = sample;
    const all = await addresses();
    expect(all).toEqual([`map/?event=${sample.id}&key=${sample.publicKey}`, 'console/', 'docs/']);
    for (const address of all) expect((await fetch(`${service.url}/${address}`)).status).toBe(200);
  });

  test.each([
    [390, 'light'],
    [390, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ])('fits a window of %i pixels in the %s theme, with contrast for everybody', async (width, theme) => {
    demo = sample;
    const page = await patientPage(chromium.browser);
    const errors: string[] = [];
    page.on('console', (line) => {
      if (line.type() === 'error') errors.push(line.text());
    });
    await page.setViewport({ width, height: 844 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.goto(`${service.url}/`);
    expect(await page.$$eval('a', (links) => links.length)).toBe(3);
    // The styles apply: the policy has not refused them.
    expect(await page.evaluate('getComputedStyle(document.querySelector("ul")).display')).toBe('grid');
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });
});
