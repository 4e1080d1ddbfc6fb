/** One webhook: changes, tests and deletes it, and replaces its secret. Its deliveries are below. */
import type { ComponentChild } from 'preact';
import { Button } from '../shared/components/button.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { Badge, type Pair, Pairs } from '../shared/components/words.tsx';
import { Ask } from './ask.tsx';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { Failure } from './failure.tsx';
import { instant, span } from './format.ts';
import { Read, useReading } from './reading.tsx';
import type { Client } from './service.ts';
import { text as words } from './texts.ts';
import { Deliveries, useDeliveries } from './webhook-deliveries.tsx';
import { type Webhook, WebhookForm } from './webhook-form.tsx';
import { text } from './webhook-texts.ts';
import { EnabledBadge, SecretDialog, typesText } from './webhooks-page.tsx';

const path = '/api/private/v2.0/webhooks/{id}';
type Test = NonNullable<Awaited<ReturnType<typeof testWebhook>>['data']>;

export function WebhookPage({ id }: { readonly id: number }): ComponentChild {
  const { service } = useDesk();
  const webhook = useReading('webhook', () => service.ask((client) => client.GET(path, { params: { path: { id } } })));
  const deliveries = useDeliveries(id);
  useTitle(text('webhook'));
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
    [text('types'), typesText(types)],
    [text('description'), description ?? '–'],
    [words('created'), instant(createdDate)],
  ];
  return (
    <>
      <div class="page-head">
        <div class="title">
          <a class="back" href="#/webhooks">
            {text('backToWebhooks')}
          </a>
          <div class="line">
            <h1>{url}</h1>
            <EnabledBadge isEnabled={enabled} />
          </div>
        </div>
        <div class="row">
          <Button isOff={isBusy} onPress={test}>
            {text('sendTest')}
          </Button>
          <Button onPress={() => open(<ChangeForm webhook={webhook} onChange={onChange} />)}>{words('change')}</Button>
          <Button onPress={() => open(<SecretQuestion id={id} />)}>{text('replaceSecretAsk')}</Button>
          <Button look="danger" onPress={() => open(<DeleteQuestion id={id} />)}>
            {words('deleteAsk')}
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
    [
      text('result'),
      delivered ? <Badge look="good">{text('delivered')}</Badge> : <Badge look="bad">{text('failed')}</Badge>,
    ],
    [text('httpStatus'), status === null ? text('noAnswer') : String(status)],
    [text('timeTaken'), span('millisecond', durationMs)],
  ];
  if (error !== null) rows.push([text('why'), error]);
  if (body !== '') rows.push([text('answer'), <span class="code">{body}</span>]);
  return (
    <MessageDialog title={text('theTest')} onClose={() => open(null)}>
      <Pairs rows={rows} />
    </MessageDialog>
  );
}

function ChangeForm({ webhook, onChange }: Pick<HeadProperties, 'webhook' | 'onChange'>): ComponentChild {
  const { service, tell } = useDesk();
  return (
    <WebhookForm
      title={text('changeWebhook')}
      action={words('save')}
      webhook={webhook}
      onEntered={async (body) => {
        await service.ask((client) => client.PUT(path, { params: { path: { id: webhook.id } }, body }));
        tell(text('webhookChanged'));
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
    <Ask title={text('replaceSecretQuestion')} action={text('replaceSecret')} onAction={replace}>
      <p>{text('replaceSecretEffect')}</p>
    </Ask>
  );
}

function DeleteQuestion({ id }: { readonly id: number }): ComponentChild {
  const { service, tell } = useDesk();
  const remove = async (): Promise<null> => {
    await service.ask((client) => client.DELETE(path, { params: { path: { id } } }));
    tell(text('webhookDeleted'));
    location.hash = '#/webhooks';
    return null;
  };
  return (
    <Ask title={text('deleteQuestion')} action={text('deleteWebhook')} look="danger" onAction={remove}>
      <p>{text('deleteEffect')}</p>
    </Ask>
  );
}
