/** The form of a webhook: its address, its types of changes, whether it is enabled. */

import type { components } from '../../client/index.ts';
import { element } from './element.ts';
import { checkbox, field, textInput } from './fields.ts';

export type Webhook = components['schemas']['Webhook'];
export type WebhookFields = Pick<Webhook, 'url' | 'types' | 'description' | 'enabled'>;
type ChangeType = Webhook['types'][number];

const types: readonly ChangeType[] = [
  'session.checked-out',
  'session.confirmed',
  'session.cancelled',
  'session.expired',
  'session.released',
  'booking.locked',
  'booking.unlocked',
  'booking.lock-expired',
  'booking.sold',
  'booking.reverted',
  'booking.blocked',
  'booking.unblocked',
  'event.created',
  'event.status-changed',
  'event.layout-changed',
  'event.deleted',
  'event.sold-out',
  'event.back-on-sale',
];

export interface WebhookForm {
  readonly content: readonly HTMLElement[];
  /** What is entered now. */
  fields(): WebhookFields;
}

export function webhookForm(webhook: WebhookFields | null): WebhookForm {
  const url = textInput(webhook?.url ?? '', { type: 'url', placeholder: 'https://', required: true });
  const description = textInput(webhook?.description ?? '');
  const enabled = checkbox('Send changes', webhook?.enabled ?? true);
  const boxes = types.map((type) => checkbox(type, webhook?.types.includes(type) ?? false, type));
  const choices = element('div', { class: 'choices columns' }, ...boxes);
  const legend = element('legend', {}, 'Types of changes; none chosen: every type');
  const content = [
    field('Address', url, 'https, and reachable from the service.'),
    field('Description', description),
    element('fieldset', {}, legend, choices),
    enabled,
  ];
  return {
    content,
    fields: () => ({
      url: url.value.trim(),
      description: description.value.trim() === '' ? null : description.value.trim(),
      types: boxes.flatMap((box) => chosenIn(box)),
      enabled: enabled.querySelector('input')?.checked ?? true,
    }),
  };
}

function chosenIn(box: HTMLLabelElement): ChangeType[] {
  const input = box.querySelector('input');
  return input?.checked === true ? [input.value as ChangeType] : [];
}
