/**
 * The console: asks for a login, then shows the page that the address names. Closes a page before it shows another one,
 * so that no timer or stream of it goes on.
 */
import './language.ts';
import { onGoing, sessionShown } from './address.ts';
import { closeDialogs } from './dialog.ts';
import { button, element, fill, link } from './element.ts';
import { eventPage } from './event-page.ts';
import { eventsPage } from './events-page.ts';
import { keysPage } from './keys-page.ts';
import { Login } from './login.ts';
import { problemBox, tell } from './notices.ts';
import type { Desk, Page } from './page.ts';
import { Service } from './service.ts';
import { signInPage } from './sign-in-page.ts';
import { webhookPage } from './webhook-page.ts';
import { webhooksPage } from './webhooks-page.ts';

const app = document.getElementById('app') as HTMLElement;
const sections = [
  { name: 'events', label: 'Events', address: '#/events' },
  { name: 'webhooks', label: 'Webhooks', address: '#/webhooks' },
  { name: 'keys', label: 'API keys', address: '#/keys' },
] as const;

const login = new Login((isWanted) => showSignIn(isWanted ? '' : 'Your login has ended. Please log in again.'));
const service = new Service(login);
let desk: Desk | null = null;
let shown: Page | null = null;
let navigation: HTMLElement | null = null;

onGoing(() => show());
if (login.person === null) showSignIn();
else void enter();

function showSignIn(reason = ''): void {
  closePage();
  desk = null;
  navigation = null;
  document.title = 'Log in – Usher console';
  fill(
    app,
    signInPage(login, () => void enter(), reason),
  );
}

/** Reads what every page needs, then shows the frame and the page. */
async function enter(): Promise<void> {
  try {
    const keys = await service.ask((client) => client.GET('/api/private/management/v2.0/api-keys/'));
    // The login has ended meanwhile, in this tab or in another one.
    if (login.person === null) return;
    desk = { service, organization: { name: keys.organizationName, publicKey: keys.publicKey }, tell };
  } catch (error) {
    if (login.person !== null)
      fill(
        app,
        element(
          'main',
          {},
          problemBox(error, () => void enter()),
        ),
      );
    return;
  }
  showFrame(desk);
  show();
}

function showFrame({ organization }: Desk): void {
  navigation = element('nav', { 'aria-label': 'Main' }, ...sections.map(({ label, address }) => link(label, address)));
  const names = element(
    'div',
    { class: 'names' },
    element('strong', {}, organization.name),
    element('span', {}, login.person?.email ?? ''),
  );
  const person = element(
    'div',
    { class: 'person' },
    names,
    button('Log out', () => void login.close(), 'quiet'),
  );
  const mark = element('img', { src: '../pages/console/usher.svg', alt: '' });
  const brand = element('a', { class: 'brand', href: '#/events' }, mark, 'Usher');
  const main = element('main', { id: 'content', tabindex: '-1' });
  fill(app, element('header', { class: 'top-bar' }, brand, navigation, person), main);
}

function show(): void {
  if (desk === null) return;
  closePage();
  const page = pageAt(location.hash, desk);
  shown = page;
  document.title = `${page.title} – Usher console`;
  for (const [at, entry] of [...(navigation?.children ?? [])].entries()) {
    if (sections[at]?.name === page.section) entry.setAttribute('aria-current', 'page');
    else entry.removeAttribute('aria-current');
  }
  const main = document.getElementById('content');
  if (main === null) return;
  fill(main, ...page.content.childNodes);
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

function pageAt(address: string, at: Desk): Page {
  const [, section = '', id, tab] = address.split('/');
  if (section === 'webhooks') return id === undefined ? webhooksPage(at) : webhookPage(at, Number(id));
  if (section === 'keys') return keysPage(at);
  return id === undefined ? eventsPage(at) : eventPage(at, { id, tab, session: sessionShown() });
}

function closePage(): void {
  closeDialogs();
  shown?.close();
  shown = null;
}
