/** The keys of the organization: the public key for frontends, the secret key for servers, and the keys of passes. */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Badge, EmptyText } from '../shared/components/words.tsx';
import { useDesk, useTitle } from './desk.ts';
import { instant } from './format.ts';
import { Read, useReading } from './reading.tsx';
import type { Client } from './service.ts';
import { text } from './texts.ts';

type PassKey = NonNullable<Awaited<ReturnType<typeof listPassKeys>>['data']>['keys'][number];

const columns: readonly Column<PassKey>[] = [
  { label: text('name'), cell: ({ kid }) => <span class="code">{kid}</span> },
  { label: text('algorithm'), cell: ({ algorithm }) => algorithm },
  { label: text('valid'), cell: ({ validUntil }) => validity(validUntil) },
  { label: text('stored'), cell: ({ createdDate }) => instant(createdDate) },
];

export function KeysPage(): ComponentChild {
  const { service, organization } = useDesk();
  const login = useReading('login', () => service.ask((client) => client.GET('/api/auth/user/')));
  const passKeys = useReading('passes', () => service.ask(listPassKeys));
  useTitle(text('apiKeys'));
  return (
    <>
      <h1>{text('apiKeys')}</h1>
      <div class="panels">
        <KeyPanel title={text('publicKey')} means={text('publicKeyText')}>
          <ShownKey name={text('publicKey')} value={organization.publicKey} />
        </KeyPanel>
        <KeyPanel title={text('secretKey')} means={text('secretKeyText')}>
          <Read reading={login}>
            {({ user: { organizationToken } }) =>
              organizationToken === null ? (
                <EmptyText>{text('ownersSeeIt')}</EmptyText>
              ) : (
                <SecretKey value={organizationToken} />
              )
            }
          </Read>
        </KeyPanel>
      </div>
      <section class="card">
        <div class="card-head">
          <h2>{text('passKeys')}</h2>
        </div>
        <Read reading={passKeys}>
          {({ keys }) =>
            keys.length === 0 ? (
              <EmptyText>{text('noPassKeys')}</EmptyText>
            ) : (
              <Table caption={text('passKeys')} columns={columns} rows={keys} keyOf={({ kid }) => kid} />
            )
          }
        </Read>
      </section>
    </>
  );
}

function listPassKeys(client: Client) {
  return client.GET('/api/private/management/v2.0/pass-keys/');
}

interface PanelProperties {
  readonly title: string;
  readonly means: string;
  readonly children: ComponentChildren;
}

function KeyPanel({ title, means, children }: PanelProperties): ComponentChild {
  return (
    <section class="card panel">
      <h2>{title}</h2>
      <p class="quiet-text">{means}</p>
      {children}
    </section>
  );
}

/** A key, with a button that copies it. */
export function ShownKey({ name, value }: { readonly name: string; readonly value: string }): ComponentChild {
  const { tell } = useDesk();
  const copy = async (): Promise<void> => {
    try {
      // Pages that came over http have no clipboard.
      await navigator.clipboard.writeText(value);
      tell(text('copied', { name }));
    } catch {
      tell(text('noCopying'));
    }
  };
  return (
    <div class="secret">
      <span class="code">{value}</span>
      <Button aria-label={text('copyNamed', { name })} onPress={() => void copy()}>
        {text('copy')}
      </Button>
    </div>
  );
}

/** The secret key, hidden until the person asks for it: somebody else may see the screen. */
function SecretKey({ value }: { readonly value: string }): ComponentChild {
  const [isShown, setIsShown] = useState(false);
  if (isShown) return <ShownKey name={text('secretKey')} value={value} />;
  return (
    <div class="secret">
      <span class="code">{`${value.slice(0, 10)}${'•'.repeat(24)}`}</span>
      <Button key="show" aria-label={text('showSecretKey')} onPress={() => setIsShown(true)}>
        {text('show')}
      </Button>
    </div>
  );
}

function validity(until: string | null): ComponentChild {
  if (until === null) return text('withoutEnd');
  return Date.parse(until) <= Date.now() ? (
    <Badge look="bad">{text('keyOver')}</Badge>
  ) : (
    text('untilTime', { at: instant(until) })
  );
}
