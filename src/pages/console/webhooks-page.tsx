/** The webhooks of the organization as a list. Creates webhooks, and shows the secret of a new one once. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import type { Column } from '../shared/components/table.tsx';
import { Badge } from '../shared/components/words.tsx';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { instant } from './format.ts';
import { ShownKey } from './keys-page.tsx';
import { Listing } from './listing.tsx';
import { useReading } from './reading.tsx';
import { type Webhook, WebhookForm } from './webhook-form.tsx';

const columns: readonly Column<Webhook>[] = [
  {
    label: 'Address',
    cell: ({ id, url, description }) => (
      <span class="two-lines">
        <a href={`#/webhooks/${id}`}>{url}</a>
        <span class="second">{description}</span>
      </span>
    ),
  },
  { label: 'State', cell: ({ enabled }) => <EnabledBadge isEnabled={enabled} /> },
  { label: 'Types', cell: ({ types }) => typesText(types) },
  { label: 'Created', cell: ({ createdDate }) => <span class="no-wrap">{instant(createdDate)}</span> },
];

export function WebhooksPage(): ComponentChild {
  const { service, open } = useDesk();
  const [page, setPage] = useState(0);
  const query = { page, size: 20 };
  const webhooks = useReading(String(page), () =>
    service.ask((client) => client.GET('/api/private/v2.0/webhooks/', { params: { query } })),
  );
  useTitle('Webhooks');
  const onCreated = (): void => {
    setPage(0);
    webhooks.now();
  };
  return (
    <>
      <div class="page-head">
        <h1>Webhooks</h1>
        <Button look="primary" onPress={() => open(<NewWebhook onCreated={onCreated} />)}>
          New webhook
        </Button>
      </div>
      <div class="card">
        <Listing
          reading={webhooks}
          caption="Webhooks"
          empty="No webhooks yet. A webhook sends the changes of your events to your server."
          columns={columns}
          onPage={setPage}
        />
      </div>
    </>
  );
}

export function EnabledBadge({ isEnabled }: { readonly isEnabled: boolean }): ComponentChild {
  return isEnabled ? <Badge look="good">Sending</Badge> : <Badge look="warn">Disabled</Badge>;
}

export function typesText(types: Webhook['types']): string {
  return types.length === 0 ? 'every type' : types.join(', ');
}

function NewWebhook({ onCreated }: { readonly onCreated: () => void }): ComponentChild {
  const { service } = useDesk();
  return (
    <WebhookForm
      title="New webhook"
      action="Create"
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
    <MessageDialog title="The secret of the webhook" onClose={() => open(null)}>
      <p>Your server verifies the requests of the webhook with it. Store it now: it is not shown again.</p>
      <ShownKey name="Secret" value={secret} />
    </MessageDialog>
  );
}
