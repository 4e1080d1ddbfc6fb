/** The webhooks of the organization as a list. Creates webhooks, and shows the secret of a new one once. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { speech } from '../languages/speech.ts';
import { Button } from '../shared/components/button.tsx';
import type { Column } from '../shared/components/table.tsx';
import { Badge } from '../shared/components/words.tsx';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { instant } from './format.ts';
import { ShownKey } from './keys-page.tsx';
import { Listing } from './listing.tsx';
import { useReading } from './reading.tsx';
import { text as words } from './texts.ts';
import { type Webhook, WebhookForm } from './webhook-form.tsx';
import { text } from './webhook-texts.ts';

const columns: readonly Column<Webhook>[] = [
  {
    label: text('address'),
    cell: ({ id, url, description }) => (
      <span class="two-lines">
        <a href={`#/webhooks/${id}`}>{url}</a>
        <span class="second">{description}</span>
      </span>
    ),
  },
  { label: words('state'), cell: ({ enabled }) => <EnabledBadge isEnabled={enabled} /> },
  { label: text('types'), cell: ({ types }) => typesText(types) },
  { label: words('created'), cell: ({ createdDate }) => <span class="no-wrap">{instant(createdDate)}</span> },
];

export function WebhooksPage(): ComponentChild {
  const { service, open } = useDesk();
  const [page, setPage] = useState(0);
  const query = { page, size: 20 };
  const webhooks = useReading(String(page), () =>
    service.ask((client) => client.GET('/api/private/v2.0/webhooks/', { params: { query } })),
  );
  useTitle(words('webhooks'));
  const onCreated = (): void => {
    setPage(0);
    webhooks.now();
  };
  return (
    <>
      <div class="page-head">
        <h1>{words('webhooks')}</h1>
        <Button look="primary" onPress={() => open(<NewWebhook onCreated={onCreated} />)}>
          {text('newWebhook')}
        </Button>
      </div>
      <div class="card">
        <Listing
          reading={webhooks}
          caption={words('webhooks')}
          empty={text('noWebhooks')}
          columns={columns}
          onPage={setPage}
        />
      </div>
    </>
  );
}

export function EnabledBadge({ isEnabled }: { readonly isEnabled: boolean }): ComponentChild {
  return isEnabled ? <Badge look="good">{text('sending')}</Badge> : <Badge look="warn">{text('disabled')}</Badge>;
}

export function typesText(types: Webhook['types']): string {
  return types.length === 0 ? text('everyType') : speech().list(types);
}

function NewWebhook({ onCreated }: { readonly onCreated: () => void }): ComponentChild {
  const { service } = useDesk();
  return (
    <WebhookForm
      title={text('newWebhook')}
      action={text('create')}
      webhook={null}
      onEntered={async (body) => {
        const { secret } = await service.ask((client) => client.POST('/api/private/v2.0/webhooks/', { body }));
        onCreated();
        return <SecretDialog secret={secret} />;
      }}
    />
  );
}

/** The service shows a secret in one answer only. */
export function SecretDialog({ secret }: { readonly secret: string }): ComponentChild {
  const { open } = useDesk();
  return (
    <MessageDialog title={text('secretTitle')} onClose={() => open(null)}>
      <p>{text('secretText')}</p>
      <ShownKey name={text('secret')} value={secret} />
    </MessageDialog>
  );
}
