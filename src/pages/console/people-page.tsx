/** The people of the organization: lists, invites, changes and removes them. Shows the link of an invitation once. */
import type { ComponentChild } from 'preact';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Badge } from '../shared/components/words.tsx';
import { Ask } from './ask.tsx';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { amountOf, instant } from './format.ts';
import { ShownKey } from './keys-page.tsx';
import { PersonForm } from './person-form.tsx';
import { Read, useReading } from './reading.tsx';
import { roleNames } from './rights.ts';

type Person = components['schemas']['Person'];

export function PeoplePage(): ComponentChild {
  const { service, open } = useDesk();
  const people = useReading('people', () =>
    service.ask((client) => client.GET('/api/private/management/v2.0/people/')),
  );
  useTitle('People');
  const columns: readonly Column<Person>[] = [
    { label: 'Email', cell: ({ email }) => email },
    { label: 'Role', cell: ({ role }) => roleNames[role] },
    { label: 'Events', cell: ({ events }) => (events === null ? 'all' : amountOf(events.length, 'event')) },
    { label: 'Last login', cell: (person) => <LastLogin {...person} /> },
    {
      label: 'Actions',
      cell: (person) => (
        <span class="row">
          <Button
            look="quiet"
            aria-label={`Change ${person.email}…`}
            onPress={() => open(<ChangeForm person={person} onDone={people.now} />)}
          >
            Change…
          </Button>
          <Button
            look="quiet"
            aria-label={`Remove ${person.email}…`}
            onPress={() => open(<RemoveQuestion person={person} onDone={people.now} />)}
          >
            Remove…
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <div class="page-head">
        <h1>People</h1>
        <Button look="primary" onPress={() => open(<InviteForm onDone={people.now} />)}>
          Invite…
        </Button>
      </div>
      <div class="card">
        <Read reading={people} waiting="Reading the people…">
          {({ people: all }) => <Table caption="People" columns={columns} rows={all} keyOf={({ id }) => id} />}
        </Read>
      </div>
    </>
  );
}

function LastLogin({ lastLogin, invitedUntil }: Person): ComponentChild {
  if (invitedUntil === null) return lastLogin === null ? '–' : <span class="no-wrap">{instant(lastLogin)}</span>;
  return Date.parse(invitedUntil) <= Date.now() ? (
    <Badge look="bad">Invitation is over</Badge>
  ) : (
    <Badge look="warn">{`Invited until ${instant(invitedUntil)}`}</Badge>
  );
}

interface DoneProperties {
  readonly onDone: () => void;
}

function InviteForm({ onDone }: DoneProperties): ComponentChild {
  const { service } = useDesk();
  return (
    <PersonForm
      title="Invite a person"
      action="Invite"
      person={null}
      onEntered={async (body) => {
        const { inviteUrl, expiresAt } = await service.ask((client) =>
          client.POST('/api/private/management/v2.0/people/', { body }),
        );
        onDone();
        return <LinkDialog email={body.email} inviteUrl={inviteUrl} expiresAt={expiresAt} />;
      }}
    />
  );
}

interface LinkProperties {
  readonly email: string;
  readonly inviteUrl: string;
  readonly expiresAt: string;
}

/** The service shows the link in one answer only, and may not know the address by which this page was reached. */
function LinkDialog({ email, inviteUrl, expiresAt }: LinkProperties): ComponentChild {
  const { open } = useDesk();
  const link = new URL(inviteUrl.slice(inviteUrl.indexOf('#')), location.href).href;
  return (
    <MessageDialog title="The link of the invitation" onClose={() => open(null)}>
      <p>{`Send it to ${email}: it works once, until ${instant(expiresAt)}, and is not shown again.`}</p>
      <ShownKey name="Link" value={link} />
    </MessageDialog>
  );
}

interface PersonProperties extends DoneProperties {
  readonly person: Person;
}

function ChangeForm({ person, onDone }: PersonProperties): ComponentChild {
  const { service, tell } = useDesk();
  return (
    <PersonForm
      title={`Change ${person.email}`}
      action="Save"
      person={person}
      onEntered={async ({ role, events }) => {
        const params = { path: { id: person.id } };
        await service.ask((client) =>
          client.PUT('/api/private/management/v2.0/people/{id}', { params, body: { role, events } }),
        );
        onDone();
        tell(`${person.email} is changed.`);
        return null;
      }}
    />
  );
}

function RemoveQuestion({ person, onDone }: PersonProperties): ComponentChild {
  const { service, tell } = useDesk();
  const remove = async (): Promise<null> => {
    const params = { path: { id: person.id } };
    await service.ask((client) => client.DELETE('/api/private/management/v2.0/people/{id}', { params }));
    onDone();
    tell(`${person.email} is removed.`);
    return null;
  };
  return (
    <Ask title={`Remove ${person.email}?`} action="Remove" look="danger" onAction={remove}>
      <p>The person is logged out everywhere within a second, and cannot log in any more.</p>
    </Ask>
  );
}
