/** One webhook: changes, tests and deletes it, and replaces its secret. Its deliveries are below. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { Badge, type Pair, Pairs } from '../shared/components/words.tsx';
import { Ask } from './ask.tsx';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { Failure } from './failure.tsx';
import { count, instant } from './format.ts';
import { Read, useReading } from './reading.tsx';
import type { Client } from './service.ts';
import { Deliveries, useDeliveries } from './webhook-deliveries.tsx';
import { type Webhook, WebhookForm } from './webhook-form.tsx';
import { EnabledBadge, SecretDialog, typesText } from './webhooks-page.tsx';

const path = '/api/private/v2.0/webhooks/{id}';
type Test = NonNullable<Awaited<ReturnType<typeof testWebhook>>['data']>;

export function WebhookPage({ id }: { readonly id: number }): ComponentChild {
  const { service } = useDesk();
  const webhook = useReading('webhook', () => service.ask((client) => client.GET(path, { params: { path: { id } } })));
  const deliveries = useDeliveries(id);
  useTitle('Webhook');
  return (
    <>
      <Read reading={webhook}>
        {(read) => <Head webhook={read} onChange={webhook.now} onTest={deliveries.reading.now} />}
      </Read>
      <Deliveries id={id} {...deliveries} />
    </>
  );
}

interface HeadProperties {
  readonly webhook: Webhook;
  readonly onChange: () => void;
  readonly onTest: () => void;
}

function Head({ webhook, onChange, onTest }: HeadProperties): ComponentChild {
  const { service, open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const { id, url, description, enabled, types, createdDate } = webhook;
  const test = (): void => {
    void run(async () => {
      open(<TestDialog {...(await service.ask((client) => testWebhook(client, id)))} />);
      onTest();
    });
  };
  const rows: Pair[] = [
    ['Types', typesText(types)],
    ['Description', description ?? '–'],
    ['Created', instant(createdDate)],
  ];
  return (
    <>
      <div class="page-head">
        <div class="title">
          <a class="back" href="#/webhooks">
            ← Webhooks
          </a>
          <div class="line">
            <h1>{url}</h1>
            <EnabledBadge isEnabled={enabled} />
          </div>
        </div>
        <div class="row">
          <Button isOff={isBusy} onPress={test}>
            Send a test
          </Button>
          <Button onPress={() => open(<ChangeForm webhook={webhook} onChange={onChange} />)}>Change…</Button>
          <Button onPress={() => open(<SecretQuestion id={id} />)}>Replace secret…</Button>
          <Button look="danger" onPress={() => open(<DeleteQuestion id={id} />)}>
            Delete…
          </Button>
        </div>
      </div>
      <section class="card panel">
        <Pairs rows={rows} />
        <Failure of={failure} />
      </section>
    </>
  );
}

function testWebhook(client: Client, id: number) {
  return client.POST(`${path}/test`, { params: { path: { id } } });
}

function TestDialog({ delivered, status, error, body, durationMs }: Test): ComponentChild {
  const { open } = useDesk();
  const rows: Pair[] = [
    ['Result', delivered ? <Badge look="good">Delivered</Badge> : <Badge look="bad">Failed</Badge>],
    ['Status', status === null ? 'no answer' : String(status)],
    ['Time', `${count(durationMs)} ms`],
  ];
  if (error !== null) rows.push(['Why', error]);
  if (body !== '') rows.push(['Answer', <span class="code">{body}</span>]);
  return (
    <MessageDialog title="The test" onClose={() => open(null)}>
      <Pairs rows={rows} />
    </MessageDialog>
  );
}

function ChangeForm({ webhook, onChange }: Pick<HeadProperties, 'webhook' | 'onChange'>): ComponentChild {
  const { service, tell } = useDesk();
  return (
    <WebhookForm
      title="Change the webhook"
      action="Save"
      webhook={webhook}
      onEntered={async (body) => {
        await service.ask((client) => client.PUT(path, { params: { path: { id: webhook.id } }, body }));
        tell('The webhook is changed.');
        onChange();
        return null;
      }}
    />
  );
}

function SecretQuestion({ id }: { readonly id: number }): ComponentChild {
  const { service } = useDesk();
  const replace = async (): Promise<ComponentChild> => {
    const params = { path: { id } };
    const { secret } = await service.ask((client) => client.POST(`${path}/rotate`, { params }));
    return <SecretDialog secret={secret} />;
  };
  return (
    <Ask title="Replace the secret?" action="Replace secret" onAction={replace}>
      <p>For 24 hours requests are signed with both secrets, so that your server can switch to the new one.</p>
    </Ask>
  );
}

function DeleteQuestion({ id }: { readonly id: number }): ComponentChild {
  const { service, tell } = useDesk();
  const remove = async (): Promise<null> => {
    await service.ask((client) => client.DELETE(path, { params: { path: { id } } }));
    tell('The webhook is deleted.');
    location.hash = '#/webhooks';
    return null;
  };
  return (
    <Ask title="Delete this webhook?" action="Delete webhook" look="danger" onAction={remove}>
      <p>Its deliveries are deleted too. Pending deliveries are not sent any more.</p>
    </Ask>
  );
}
