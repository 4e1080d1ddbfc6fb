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

type PassKey = NonNullable<Awaited<ReturnType<typeof listPassKeys>>['data']>['keys'][number];

const columns: readonly Column<PassKey>[] = [
  { label: 'Name', cell: ({ kid }) => <span class="code">{kid}</span> },
  { label: 'Algorithm', cell: ({ algorithm }) => algorithm },
  { label: 'Valid', cell: ({ validUntil }) => validity(validUntil) },
  { label: 'Stored', cell: ({ createdDate }) => instant(createdDate) },
];

export function KeysPage(): ComponentChild {
  const { service, organization } = useDesk();
  const login = useReading('login', () => service.ask((client) => client.GET('/api/auth/user/')));
  const passKeys = useReading('passes', () => service.ask(listPassKeys));
  useTitle('API keys');
  return (
    <>
      <h1>API keys</h1>
      <div class="panels">
        <KeyPanel title="Public key" text="For your frontend: it opens maps and creates sessions. It is no secret.">
          <ShownKey name="Public key" value={organization.publicKey} />
        </KeyPanel>
        <KeyPanel
          title="Secret API key"
          text="For your servers only, in the header X-API-Key. It opens everything that you can do here, and the booking calls."
        >
          <Read reading={login}>
            {({ user: { organizationToken } }) =>
              organizationToken === null ? (
                <EmptyText>Only an owner of the organization can see it.</EmptyText>
              ) : (
                <SecretKey value={organizationToken} />
              )
            }
          </Read>
        </KeyPanel>
      </div>
      <section class="card">
        <div class="card-head">
          <h2>Keys of passes</h2>
        </div>
        <Read reading={passKeys}>
          {({ keys }) =>
            keys.length === 0 ? (
              <EmptyText>No keys are stored. They verify the passes of events in the mode Pass.</EmptyText>
            ) : (
              <Table caption="Keys of passes" columns={columns} rows={keys} keyOf={({ kid }) => kid} />
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
  readonly text: string;
  readonly children: ComponentChildren;
}

function KeyPanel({ title, text, children }: PanelProperties): ComponentChild {
  return (
    <section class="card panel">
      <h2>{title}</h2>
      <p class="quiet-text">{text}</p>
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
      tell(`${name} copied.`);
    } catch {
      tell('The browser does not allow copying here; select the text instead.');
    }
  };
  return (
    <div class="secret">
      <span class="code">{value}</span>
      <Button aria-label={`Copy ${name.toLowerCase()}`} onPress={() => void copy()}>
        Copy
      </Button>
    </div>
  );
}

/** The secret key, hidden until the person asks for it: somebody else may see the screen. */
function SecretKey({ value }: { readonly value: string }): ComponentChild {
  const [isShown, setIsShown] = useState(false);
  if (isShown) return <ShownKey name="Secret API key" value={value} />;
  return (
    <div class="secret">
      <span class="code">{`${value.slice(0, 10)}${'•'.repeat(24)}`}</span>
      <Button key="show" aria-label="Show secret API key" onPress={() => setIsShown(true)}>
        Show
      </Button>
    </div>
  );
}

function validity(until: string | null): ComponentChild {
  if (until === null) return 'without an end';
  return Date.parse(until) <= Date.now() ? <Badge look="bad">over</Badge> : `until ${instant(until)}`;
}
