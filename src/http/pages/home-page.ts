/**
 * The page under `/`: links to what the service has for people. One document without scripts, and without other files:
 * its policy names the digest of its styles and allows nothing else. Its links are relative: a proxy may serve it under a
 * prefix of its own. Other clients than browsers get a problem there.
 */
import { hash } from 'node:crypto';
import type Router from '@koa/router';
import { answerProblem } from '../pipeline/answering.ts';
import { exchangeOf } from '../pipeline/exchange.ts';

/** What the map of an event needs to be opened. */
export interface ShownEvent {
  readonly id: string;
  readonly publicKey: string;
}

/** The demo event; null: there is none. Never rejects. */
export type FindDemo = () => Promise<ShownEvent | null>;

const styles = `
:root {
  color-scheme: light dark;
  --paper: #f4f5f8; --card: #fff; --ink: #14171f; --quiet: #565f70; --line: #dde1e9; --accent: #3b5bdb;
  font: 1rem/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root { --paper: #11141a; --card: #1a1f28; --ink: #f1f3f6; --quiet: #a3adbd; --line: #2c333f; --accent: #9db2ff; }
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100vh; display: grid; place-items: center; padding: 2rem 1.25rem;
  background: var(--paper); color: var(--ink);
}
main { width: min(60rem, 100%); display: grid; gap: 2rem; }
header { display: flex; align-items: center; gap: 1rem; }
svg { width: 3rem; height: 3rem; flex: none; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em; }
p { color: var(--quiet); }
ul { list-style: none; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
a {
  display: block; height: 100%; padding: 1.25rem 1.375rem; border: 1px solid var(--line); border-radius: 0.875rem;
  background: var(--card); color: inherit; text-decoration: none;
}
a:hover { border-color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
strong { display: block; margin-bottom: 0.25rem; font-size: 1.0625rem; color: var(--accent); }
a span { color: var(--quiet); }
`;

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', styles, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

export function addHomePage(router: Router, findDemo: FindDemo): void {
  router.get('/', async (context) => {
    const exchange = exchangeOf(context);
    context.vary('Accept');
    // A client that accepts everything, or says nothing, is not a browser.
    if (context.accepts('json', 'html') !== 'html') {
      return answerProblem(exchange, { code: 'NOT_FOUND', detail: 'There is no such route.' });
    }
    const demo = await findDemo();
    context.set({ ...headers, 'X-Request-Id': exchange.state.requestId });
    context.body = documentWith(demo);
  });
}

function documentWith(demo: ShownEvent | null): string {
  const map =
    demo === null ? null : `map/?event=${encodeURIComponent(demo.id)}&amp;key=${encodeURIComponent(demo.publicKey)}`;
  const links = [
    map === null ? '' : link(map, 'Map of the demo event', 'Choose seats and check out, as a buyer does.'),
    link('console/', 'Console', 'Events on sale, orders and prices, for the organization’s people.'),
    link('docs/', 'API documentation', 'Every call with its answers, to read and to try.'),
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>Usher</title>
    <link rel="icon" href="data:,">
    <style>${styles}</style>
  </head>
  <body>
    <main>
      <header>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <rect width="32" height="32" rx="8" fill="#3b5bdb"/>
          <path d="M8 8.5v8.2a8 8 0 0 0 16 0V8.5" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round"/>
          <circle cx="16" cy="12" r="2.6" fill="#ffd43b"/>
        </svg>
        <div>
          <h1>Usher</h1>
          <p>The seat booking engine is running.</p>
        </div>
      </header>
      <nav aria-label="Pages">
        <ul>
          ${links.join('')}
        </ul>
      </nav>
    </main>
  </body>
</html>
`;
}

function link(address: string, name: string, meaning: string): string {
  return `<li><a href="${address}"><strong>${name}</strong><span>${meaning}</span></a></li>`;
}
