/** The keys of the organization: the public key for frontends, the secret key for servers, and the keys of passes. */
import { button, type Child, element, fill } from './element.ts';
import { instant } from './format.ts';
import { problemBox } from './notices.ts';
import type { Desk, Page } from './page.ts';
import type { Client } from './service.ts';
import { badge, emptyText, table } from './table.ts';

type PassKey = NonNullable<Awaited<ReturnType<typeof listPassKeys>>['data']>['keys'][number];

export function keysPage(desk: Desk): Page {
  const secret = element('div', {});
  const passKeys = element('div', {});
  const show = async (): Promise<void> => {
    const { service } = desk;
    const { user } = await service.ask((client) => client.GET('/api/auth/user/'));
    fill(secret, secretLine(desk, user.organizationToken));
    const { keys } = await service.ask((client) => listPassKeys(client));
    fill(passKeys, passKeysTable(keys));
  };
  const start = (): void => {
    show().catch((error: unknown) => fill(secret, problemBox(error, start)));
  };
  start();
  const publicPanel = element(
    'section',
    { class: 'card panel' },
    element('h2', {}, 'Public key'),
    element('p', { class: 'quiet-text' }, 'For your frontend: it opens maps and creates sessions. It is no secret.'),
    shownKey(desk, 'Public key', desk.organization.publicKey),
  );
  const secretPanel = element(
    'section',
    { class: 'card panel' },
    element('h2', {}, 'Secret API key'),
    element(
      'p',
      { class: 'quiet-text' },
      'For your servers only, in the header X-API-Key. It opens everything that you can do here, and the booking calls.',
    ),
    secret,
  );
  const passPanel = element(
    'section',
    { class: 'card' },
    element('div', { class: 'map-tools' }, element('h2', {}, 'Keys of passes')),
    passKeys,
  );
  const panels = element('div', { class: 'panels' }, publicPanel, secretPanel);
  const content = element('div', {}, element('h1', {}, 'API keys'), panels, passPanel);
  return { title: 'API keys', section: 'keys', content, close: () => fill(secret) };
}

function listPassKeys(client: Client) {
  return client.GET('/api/private/management/v2.0/pass-keys/');
}

export function shownKey({ tell }: Pick<Desk, 'tell'>, name: string, value: string): HTMLElement {
  const copy = button('Copy', () => {
    copyText(value).then(
      () => tell(`${name} copied.`),
      () => tell('The browser does not allow copying here; select the text instead.'),
    );
  });
  copy.setAttribute('aria-label', `Copy ${name.toLowerCase()}`);
  return element('div', { class: 'secret' }, element('span', { class: 'code' }, value), copy);
}

/** Rejects on pages that came over http: they have no clipboard. */
async function copyText(value: string): Promise<void> {
  await navigator.clipboard.writeText(value);
}

/** The secret key, hidden until the person asks for it: somebody else may see the screen. */
function secretLine(desk: Desk, value: string): HTMLElement {
  const place = element('div', { class: 'secret' });
  const reveal = button('Show', () => place.replaceWith(shownKey(desk, 'Secret API key', value)));
  reveal.setAttribute('aria-label', 'Show secret API key');
  place.append(element('span', { class: 'code' }, `${value.slice(0, 10)}${'•'.repeat(24)}`), reveal);
  return place;
}

function passKeysTable(keys: readonly PassKey[]): Child {
  if (keys.length === 0) return emptyText('No keys are stored. They verify the passes of events in the mode Pass.');
  const columns = [{ label: 'Name' }, { label: 'Algorithm' }, { label: 'Valid' }, { label: 'Stored' }] as const;
  const rows = keys.map(({ kid, algorithm, validUntil, createdDate }): Child[] => {
    const isOver = validUntil !== null && Date.parse(validUntil) <= Date.now();
    const until = validUntil === null ? 'without an end' : `until ${instant(validUntil)}`;
    const valid = isOver ? badge('over', 'bad') : until;
    return [element('span', { class: 'code' }, kid), algorithm, valid, instant(createdDate)];
  });
  return table('Keys of passes', columns, rows);
}
