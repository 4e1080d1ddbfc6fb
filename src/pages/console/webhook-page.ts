/**
 * One webhook: changes, tests and deletes it, and replaces its secret. Lists its deliveries, each of which can be sent
 * again.
 */
import type { components } from '../../client/index.ts';
import { ask, inform } from './dialog.ts';
import { button, type Child, element, fill, link, listening, refill } from './element.ts';
import { field, select } from './fields.ts';
import { count, instant, words } from './format.ts';
import { acting, complaintLine, problemBox } from './notices.ts';
import type { Desk, Page } from './page.ts';
import { pairs } from './pairs.ts';
import { Poller } from './poller.ts';
import type { Client } from './service.ts';
import { badge, emptyText, pager, table } from './table.ts';
import { type Webhook, webhookForm } from './webhook-form.ts';
import { showSecret } from './webhooks-page.ts';

type Deliveries = components['schemas']['PageWebhookDelivery'];
type Delivery = components['schemas']['WebhookDelivery'];
type State = Delivery['state'];

const refreshMs = 5_000;
const looks = { DELIVERED: 'good', PENDING: 'warn', DEAD: 'bad' } as const;

export function webhookPage(desk: Desk, id: number): Page {
  const head = element('div', { class: 'live-page' });
  // Outside of the list, which is drawn again every few seconds.
  const complaint = complaintLine();
  const deliveries = element('div', {}, emptyText('Reading the deliveries…'));
  let filter: { readonly page: number; readonly state: State | '' } = { page: 0, state: '' };
  const showHead = (): void => {
    readWebhook(desk, id)
      .then((webhook) => fill(head, ...headOf(desk, webhook, showHead, () => poller.now())))
      .catch((error: unknown) => fill(head, problemBox(error, showHead)));
  };
  const poller = new Poller(
    async () => {
      const asked = filter;
      const page = await desk.service.ask((client) => listDeliveries(client, id, asked));
      if (asked === filter)
        refill(
          deliveries,
          ...deliveriesOf(
            page,
            (number) => change({ page: number }),
            (delivery) => redeliverButton(desk, id, delivery, complaint, () => poller.now()),
          ),
        );
    },
    refreshMs,
    (error) =>
      fill(
        deliveries,
        problemBox(error, () => poller.now()),
      ),
  );
  const change = (changes: Partial<typeof filter>): void => {
    filter = { ...filter, page: 0, ...changes };
    poller.now();
  };
  showHead();
  const state = select(
    [{ value: '', label: 'Any state' }, ...Object.keys(looks).map((value) => ({ value, label: words(value) }))],
    '',
  );
  listening(state, { change: () => change({ state: state.value as State | '' }) });
  const tools = element('div', { class: 'map-tools' }, element('h2', {}, 'Deliveries'), field('State', state));
  const content = element('div', {}, head, element('section', { class: 'card' }, tools, complaint, deliveries));
  return { title: 'Webhook', section: 'webhooks', content, close: () => poller.close() };
}

function readWebhook({ service }: Desk, id: number): Promise<Webhook> {
  return service.ask((client) => client.GET('/api/private/v2.0/webhooks/{id}', { params: { path: { id } } }));
}

function listDeliveries(client: Client, id: number, { page, state }: { page: number; state: State | '' }) {
  const query = { page, size: 20, sort: ['id,desc'], ...(state === '' ? {} : { state }) };
  return client.GET('/api/private/v2.0/webhooks/{id}/deliveries/', { params: { path: { id }, query } });
}

function headOf(desk: Desk, webhook: Webhook, onChange: () => void, onTest: () => void): Child[] {
  const { url, description, enabled, types, createdDate } = webhook;
  const complaint = complaintLine();
  const rows: (readonly [string, Child])[] = [
    ['Types', types.length === 0 ? 'every type' : types.join(', ')],
    ['Description', description ?? '–'],
    ['Created', instant(createdDate)],
  ];
  const test = button('Send a test', () => {
    void acting(test, complaint, async () => {
      await testWebhook(desk, webhook.id);
      onTest();
    });
  });
  const actions = element(
    'div',
    { class: 'row' },
    test,
    button('Change…', () => changeWebhook(desk, webhook, onChange)),
    button('Replace secret…', () => replaceSecret(desk, webhook.id)),
    button('Delete…', () => deleteWebhook(desk, webhook.id), 'danger'),
  );
  const title = element(
    'div',
    { class: 'title' },
    link('← Webhooks', '#/webhooks', { class: 'back' }),
    element(
      'div',
      { class: 'line' },
      element('h1', {}, url),
      enabled ? badge('Sending', 'good') : badge('Disabled', 'warn'),
    ),
  );
  const panel = element('section', { class: 'card panel' }, pairs(rows), complaint);
  return [element('div', { class: 'page-head' }, title, actions), panel];
}

function deliveriesOf(
  page: Deliveries,
  onPage: (page: number) => void,
  actionOf: (delivery: Delivery) => HTMLElement,
): Child[] {
  if (page.content.length === 0) return [emptyText('Nothing was sent yet.')];
  const columns = [
    { label: 'Change' },
    { label: 'State' },
    { label: 'Attempts', isNumber: true },
    { label: 'Last answer' },
    { label: 'Next attempt' },
    { label: 'Action' },
  ] as const;
  const rows = page.content.map((delivery): Child[] => [
    element(
      'span',
      { class: 'two-lines' },
      delivery.type,
      element('span', { class: 'second code' }, delivery.changeId),
    ),
    badge(words(delivery.state), looks[delivery.state]),
    count(delivery.attempts),
    answerOf(delivery),
    delivery.nextAttemptAt === null ? '–' : element('span', { class: 'no-wrap' }, instant(delivery.nextAttemptAt)),
    actionOf(delivery),
  ]);
  return [table('Deliveries, newest first', columns, rows), pager({ ...page, noun: 'deliveries' }, onPage)];
}

function answerOf({ lastStatus, lastError }: Delivery): string {
  if (lastError !== null) return lastError;
  return lastStatus === null ? '–' : String(lastStatus);
}

function redeliverButton(
  { service, tell }: Desk,
  id: number,
  { id: deliveryId, type }: Delivery,
  complaint: HTMLElement,
  onSent: () => void,
): HTMLElement {
  const pressed = button(
    'Send again',
    () => {
      void acting(pressed, complaint, async () => {
        const params = { path: { id, deliveryId } };
        const path = '/api/private/v2.0/webhooks/{id}/deliveries/{deliveryId}/redeliver';
        await service.ask((client) => client.POST(path, { params }));
        tell(`${type} is sent again.`);
        onSent();
      });
    },
    'quiet',
    { 'aria-label': `Send again: ${type} ${deliveryId}` },
  );
  return pressed;
}

async function testWebhook({ service }: Desk, id: number): Promise<void> {
  const reply = await service.ask((client) =>
    client.POST('/api/private/v2.0/webhooks/{id}/test', { params: { path: { id } } }),
  );
  const { delivered, status, error, body, durationMs } = reply;
  const rows: (readonly [string, Child])[] = [
    ['Result', delivered ? badge('Delivered', 'good') : badge('Failed', 'bad')],
    ['Status', status === null ? 'no answer' : String(status)],
    ['Time', `${count(durationMs)} ms`],
  ];
  if (error !== null) rows.push(['Why', error]);
  if (body !== '') rows.push(['Answer', element('span', { class: 'code' }, body)]);
  inform('The test', pairs(rows));
}

function changeWebhook({ service, tell }: Desk, webhook: Webhook, onDone: () => void): void {
  const form = webhookForm(webhook);
  ask({
    title: 'Change the webhook',
    content: form.content,
    action: 'Save',
    onAction: async () => {
      const params = { path: { id: webhook.id } };
      await service.ask((client) => client.PUT('/api/private/v2.0/webhooks/{id}', { params, body: form.fields() }));
      tell('The webhook is changed.');
      onDone();
    },
  });
}

function replaceSecret(desk: Desk, id: number): void {
  ask({
    title: 'Replace the secret?',
    content: [
      element(
        'p',
        {},
        'For 24 hours requests are signed with both secrets, so that your server can switch to the new one.',
      ),
    ],
    action: 'Replace secret',
    onAction: async () => {
      const params = { path: { id } };
      const { secret } = await desk.service.ask((client) =>
        client.POST('/api/private/v2.0/webhooks/{id}/rotate', { params }),
      );
      showSecret(desk, secret);
    },
  });
}

function deleteWebhook({ service, tell }: Desk, id: number): void {
  ask({
    title: 'Delete this webhook?',
    content: [element('p', {}, 'Its deliveries are deleted too. Pending deliveries are not sent any more.')],
    action: 'Delete webhook',
    look: 'danger',
    onAction: async () => {
      await service.ask((client) => client.DELETE('/api/private/v2.0/webhooks/{id}', { params: { path: { id } } }));
      tell('The webhook is deleted.');
      location.hash = '#/webhooks';
    },
  });
}
