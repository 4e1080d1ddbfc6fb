/** The people of the organization: lists, invites, changes and removes them. Shows the link of an invitation once. */
import type { ComponentChild } from 'preact';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { type Column, Table } from '../shared/components/table.tsx';
import { Badge } from '../shared/components/words.tsx';
import { Ask } from './ask.tsx';
import { useDesk, useTitle } from './desk.ts';
import { MessageDialog } from './dialogs.tsx';
import { instant } from './format.ts';
import { ShownKey } from './keys-page.tsx';
import { text } from './people-texts.ts';
import { PersonForm, roleNames } from './person-form.tsx';
import { Read, useReading } from './reading.tsx';
import { SignOnDialog } from './sign-on-form.tsx';
import { text as words } from './texts.ts';

type Person = components['schemas']['Person'];

export function PeoplePage(): ComponentChild {
  const { service, open } = useDesk();
  const people = useReading('people', () =>
    service.ask((client) => client.GET('/api/private/management/v2.0/people/')),
  );
  useTitle(words('people'));
  const columns: readonly Column<Person>[] = [
    { label: words('email'), cell: ({ email }) => email },
    { label: text('role'), cell: ({ role }) => roleNames[role] },
    { label: words('events'), cell: ({ events }) => eventsText(events) },
    { label: text('lastLogin'), cell: (person) => <LastLogin {...person} /> },
    {
      label: text('actions'),
      cell: (person) => (
        <span class="row">
          <Button
            look="quiet"
            aria-label={words('changeNamed', { name: person.email })}
            onPress={() => open(<ChangeForm person={person} onDone={people.now} />)}
          >
            {words('change')}
          </Button>
          <Button
            look="quiet"
            aria-label={text('removeNamed', { name: person.email })}
            onPress={() => open(<RemoveQuestion person={person} onDone={people.now} />)}
          >
            {text('removeAsk')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <div class="page-head">
        <h1>{words('people')}</h1>
        <span class="row">
          <Button onPress={() => open(<SignOnDialog />)}>{text('signOnAsk')}</Button>
          <Button look="primary" onPress={() => open(<InviteForm onDone={people.now} />)}>
            {text('inviteAsk')}
          </Button>
        </span>
      </div>
      <div class="card">
        <Read reading={people} waiting={words('reading')}>
          {({ people: all }) => <Table caption={words('people')} columns={columns} rows={all} keyOf={({ id }) => id} />}
        </Read>
      </div>
    </>
  );
}

function eventsText(events: Person['events']): string {
  return events === null ? text('allEvents') : text('eventCount', { count: events.length });
}

function LastLogin({ lastLogin, invitedUntil }: Person): ComponentChild {
  if (invitedUntil === null) return lastLogin === null ? '–' : <span class="no-wrap">{instant(lastLogin)}</span>;
  return Date.parse(invitedUntil) <= Date.now() ? (
    <Badge look="bad">{text('invitationOver')}</Badge>
  ) : (
    <Badge look="warn">{text('invitedUntil', { at: instant(invitedUntil) })}</Badge>
  );
}

interface DoneProperties {
  readonly onDone: () => void;
}

function InviteForm({ onDone }: DoneProperties): ComponentChild {
  const { service } = useDesk();
  return (
    <PersonForm
      title={text('invitePerson')}
      action={text('invite')}
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
    <MessageDialog title={text('linkTitle')} onClose={() => open(null)}>
      <p>{text('linkText', { email, at: instant(expiresAt) })}</p>
      <ShownKey name={text('link')} value={link} />
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
      title={words('changeTitle', { name: person.email })}
      action={words('save')}
      person={person}
      onEntered={async ({ role, events }) => {
        const params = { path: { id: person.id } };
        await service.ask((client) =>
          client.PUT('/api/private/management/v2.0/people/{id}', { params, body: { role, events } }),
        );
        onDone();
        tell(text('personChanged', person));
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
    tell(text('personRemoved', person));
    return null;
  };
  return (
    <Ask title={text('removeQuestion', person)} action={words('remove')} look="danger" onAction={remove}>
      <p>{text('removeEffect')}</p>
    </Ask>
  );
}
