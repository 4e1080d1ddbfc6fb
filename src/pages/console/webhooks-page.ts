/** The webhooks of the organization as a list. Creates webhooks, and shows the secret of a new one once. */
import { ask, inform } from './dialog.ts';
import { button, type Child, element, fill, link } from './element.ts';
import { instant } from './format.ts';
import { shownKey } from './keys-page.ts';
import { problemBox } from './notices.ts';
import type { Desk, Page } from './page.ts';
import type { Client } from './service.ts';
import { badge, emptyText, pager, table } from './table.ts';
import { type Webhook, webhookForm } from './webhook-form.ts';

export function webhooksPage(desk: Desk): Page {
  const list = element('div', { class: 'card' }, emptyText('Reading the webhooks…'));
  const show = (number: number): void => {
    desk.service
      .ask((client) => listWebhooks(client, number))
      .then((page) => {
        const pages = { ...page, noun: 'webhooks' };
        fill(
          list,
          ...(page.content.length === 0 ? [emptyText(noneText)] : [tableOf(page.content), pager(pages, show)]),
        );
      })
      .catch((error: unknown) =>
        fill(
          list,
          problemBox(error, () => show(number)),
        ),
      );
  };
  show(0);
  const create = button('New webhook', () => createWebhook(desk, () => show(0)), 'primary');
  const head = element('div', { class: 'page-head' }, element('h1', {}, 'Webhooks'), create);
  return { title: 'Webhooks', section: 'webhooks', content: element('div', {}, head, list), close: () => undefined };
}

const noneText = 'No webhooks yet. A webhook sends the changes of your events to your server.';

function listWebhooks(client: Client, page: number) {
  return client.GET('/api/private/v2.0/webhooks/', { params: { query: { page, size: 20 } } });
}

function tableOf(webhooks: readonly Webhook[]): Child {
  const columns = [{ label: 'Address' }, { label: 'State' }, { label: 'Types' }, { label: 'Created' }] as const;
  const rows = webhooks.map(({ id, url, description, enabled, types, createdDate }): Child[] => [
    element(
      'span',
      { class: 'two-lines' },
      link(url, `#/webhooks/${id}`),
      element('span', { class: 'second' }, description ?? ''),
    ),
    enabled ? badge('Sending', 'good') : badge('Disabled', 'warn'),
    types.length === 0 ? 'every type' : types.join(', '),
    element('span', { class: 'no-wrap' }, instant(createdDate)),
  ]);
  return table('Webhooks', columns, rows);
}

function createWebhook(desk: Desk, onDone: () => void): void {
  const form = webhookForm(null);
  ask({
    title: 'New webhook',
    content: form.content,
    action: 'Create',
    onAction: async () => {
      const { secret } = await desk.service.ask((client) =>
        client.POST('/api/private/v2.0/webhooks/', { body: form.fields() }),
      );
      onDone();
      showSecret(desk, secret);
    },
  });
}

/** The service shows a secret in one answer only. */
export function showSecret(desk: Desk, secret: string): void {
  inform(
    'The secret of the webhook',
    element('p', {}, 'Your server verifies the requests of the webhook with it. Store it now: it is not shown again.'),
    shownKey(desk, 'Secret', secret),
  );
}
