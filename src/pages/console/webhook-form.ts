/** The form of a webhook: its address, its types of changes, whether it is enabled. */
import type { components } from '../../client/index.ts';
import { element } from './element.ts';
import { checkbox, field, textInput } from './fields.ts';

export type Webhook = components['schemas']['Webhook'];
export type WebhookFields = Pick<Webhook, 'url' | 'types' | 'description' | 'enabled'>;
type ChangeType = Webhook['types'][number];

/** A record, so that the compiler demands every type of the service. */
const allTypes: Readonly<Record<ChangeType, true>> = {
  'session.checked-out': true,
  'session.confirmed': true,
  'session.cancelled': true,
  'session.expired': true,
  'session.released': true,
  'booking.locked': true,
  'booking.unlocked': true,
  'booking.lock-expired': true,
  'booking.sold': true,
  'booking.reverted': true,
  'booking.blocked': true,
  'booking.unblocked': true,
  'event.created': true,
  'event.status-changed': true,
  'event.layout-changed': true,
  'event.deleted': true,
  'event.sold-out': true,
  'event.back-on-sale': true,
};
const types = Object.keys(allTypes) as ChangeType[];

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
  const legend = element('legend', {}, 'Types of changes. Choose none to get every type.');
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
