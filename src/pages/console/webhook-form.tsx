/** The form of a webhook: its address, its types of changes, whether it is enabled. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { CheckField, TextField } from '../shared/components/fields.tsx';
import { Ask } from './ask.tsx';
import { text } from './webhook-texts.ts';

export type Webhook = components['schemas']['Webhook'];
type WebhookFields = Pick<Webhook, 'url' | 'types' | 'description' | 'enabled'>;
type ChangeType = Webhook['types'][number];

/** A record, so that the compiler demands every type of the service. */
const allTypes: Readonly<Record<ChangeType, true>> = {
  'session.checked-out': true,
  'session.confirmed': true,
  'session.cancelled': true,
  'session.expired': true,
  'session.released': true,
  'session.exchanged': true,
  'session.erased': true,
  'allotment.opened': true,
  'allotment.closed': true,
  'allotment.released': true,
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
const scheme = 'https://';
const types = Object.keys(allTypes) as ChangeType[];

interface Properties {
  readonly title: string;
  readonly action: string;
  /** Null: a new one. */
  readonly webhook: Webhook | null;
  /** Resolves with the dialog to show next, if any. */
  readonly onEntered: (fields: WebhookFields) => Promise<ComponentChild>;
}

export function WebhookForm({ webhook, onEntered, ...labels }: Properties): ComponentChild {
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [chosen, setChosen] = useState<readonly ChangeType[]>(webhook?.types ?? []);
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const choose = (type: ChangeType, isChosen: boolean): void =>
    setChosen(types.filter((one) => (one === type ? isChosen : chosen.includes(one))));
  const enter = () =>
    onEntered({ url: url.trim(), description: description.trim() || null, types: [...chosen], enabled });
  return (
    <Ask {...labels} onAction={enter}>
      <TextField
        label={text('address')}
        hint={text('addressHint')}
        type="url"
        placeholder={scheme}
        required
        value={url}
        onText={setUrl}
      />
      <TextField label={text('description')} value={description} onText={setDescription} />
      <fieldset>
        <legend>{text('typesLegend')}</legend>
        <div class="choices columns">
          {types.map((type) => (
            <CheckField
              key={type}
              label={type}
              isChecked={chosen.includes(type)}
              onCheck={(isChosen) => choose(type, isChosen)}
            />
          ))}
        </div>
      </fieldset>
      <CheckField label={text('sendChanges')} isChecked={enabled} onCheck={setEnabled} />
    </Ask>
  );
}
