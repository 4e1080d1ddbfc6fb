/**
 * The form of the organization's sign-on: the provider, the roles of its groups, and whether passwords are taken. Shows what the
 * provider and the people have to know. Never shows the secret.
 */
import { type ComponentChild, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { CheckField, SelectField, TextField } from '../shared/components/fields.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { EventLimit } from './event-limit.tsx';
import { ShownKey } from './keys-page.tsx';
import { text } from './people-texts.ts';
import { roleNames } from './person-form.tsx';
import { Read, useReading } from './reading.tsx';
import { type Role, roles } from './rights.ts';
import { text as words } from './texts.ts';

type SignOn = components['schemas']['SignOn'];
type Group = SignOn['groups'][number];

const path = '/api/private/management/v2.0/sign-on/';
const nothing: Omit<SignOn, 'ownerSignedOnAt'> = {
  issuer: '',
  clientId: '',
  groupsClaim: 'groups',
  groups: [{ group: '', role: 'OWNER', events: null }],
  localLogin: true,
};

/** Reads the settings first. */
export function SignOnDialog(): ComponentChild {
  const { service } = useDesk();
  const reading = useReading('sign-on', () => service.ask((client) => client.GET(path)));
  return (
    <Read reading={reading} waiting={words('reading')}>
      {({ signOn }) => <SignOnForm stored={signOn} />}
    </Read>
  );
}

function SignOnForm({ stored }: { readonly stored: SignOn | null }): ComponentChild {
  const { service, tell, open } = useDesk();
  const [{ ownerSignedOnAt: _, ...entered }, setEntered] = useState<Partial<SignOn> & typeof nothing>(
    stored ?? nothing,
  );
  const [clientSecret, setSecret] = useState('');
  const set = (changed: Partial<typeof nothing>): void => setEntered({ ...entered, ...changed });
  const store = async (): Promise<null> => {
    const body = { ...entered, clientSecret: clientSecret === '' ? null : clientSecret };
    await service.ask((client) => client.PUT(path, { body }));
    tell(text('signOnStored'));
    return null;
  };
  return (
    <Ask title={text('signOnTitle')} action={words('save')} onAction={store}>
      <TextField
        label={text('issuer')}
        hint={text('issuerHint')}
        type="url"
        value={entered.issuer}
        onText={(issuer) => set({ issuer })}
      />
      <TextField label={text('clientId')} value={entered.clientId} onText={(clientId) => set({ clientId })} />
      <TextField
        label={text('clientSecret')}
        {...(stored === null ? {} : { hint: text('secretKept') })}
        type="password"
        autoComplete="off"
        value={clientSecret}
        onText={setSecret}
      />
      <TextField
        label={text('groupsClaim')}
        value={entered.groupsClaim}
        onText={(groupsClaim) => set({ groupsClaim })}
      />
      <Groups groups={entered.groups} onChange={(groups) => set({ groups })} />
      <CheckField
        label={text('localLogin')}
        isChecked={entered.localLogin}
        onCheck={(localLogin) => set({ localLogin })}
      />
      <Addresses />
      {stored !== null && (
        <div class="row">
          <Button look="danger" onPress={() => open(<RemoveQuestion />)}>
            {text('signOnRemove')}
          </Button>
        </div>
      )}
    </Ask>
  );
}

interface GroupsProperties {
  readonly groups: readonly Group[];
  readonly onChange: (groups: Group[]) => void;
}

function Groups({ groups, onChange }: GroupsProperties): ComponentChild {
  const change = (index: number, changed: Partial<Group>): void =>
    onChange(groups.map((group, at) => (at === index ? { ...group, ...changed } : group)));
  return (
    <fieldset>
      <legend>{text('groups')}</legend>
      <p class="quiet-text">{text('groupsHint')}</p>
      <div class="choices">
        {groups.map(({ group, role, events }, index) => {
          const number = String(index + 1);
          return (
            <Fragment key={number}>
              <div class="row">
                <TextField
                  label={text('groupNumber', { number })}
                  value={group}
                  onText={(name) => change(index, { group: name })}
                />
                <SelectField
                  label={text('roleNumber', { number })}
                  options={roles.map((value) => ({ value, label: roleNames[value] }))}
                  value={role}
                  onChoose={(value) => change(index, roleOf(value as Role, events))}
                />
                <Button
                  look="quiet"
                  aria-label={text('removeGroup', { number })}
                  onPress={() => onChange(groups.filter((_, at) => at !== index))}
                >
                  {words('remove')}
                </Button>
              </div>
              {role !== 'OWNER' && (
                <EventLimit
                  label={text('groupOnlySomeEvents', { number })}
                  legend={text('eventsOfGroup', { number })}
                  events={events}
                  onEvents={(limited) => change(index, { events: limited === null ? null : [...limited] })}
                />
              )}
            </Fragment>
          );
        })}
      </div>
      <Button look="quiet" onPress={() => onChange([...groups, { group: '', role: 'VIEWER', events: null }])}>
        {text('addGroup')}
      </Button>
    </fieldset>
  );
}

/** Another role keeps the events. An owner is never limited. */
function roleOf(role: Role, events: Group['events']): Pick<Group, 'role' | 'events'> {
  return { role, events: role === 'OWNER' ? null : events };
}

function Addresses(): ComponentChild {
  const { organization } = useDesk();
  const address = `${location.origin}${location.pathname}`;
  return (
    <>
      <p class="quiet-text">{text('redirectTitle')}</p>
      <ShownKey name={text('redirectTitle')} value={address} />
      <p class="quiet-text">{text('signOnLink')}</p>
      <ShownKey name={text('signOnLink')} value={`${address}#/sign-on/${organization.publicKey}`} />
    </>
  );
}

function RemoveQuestion(): ComponentChild {
  const { service, tell } = useDesk();
  const remove = async (): Promise<null> => {
    await service.ask((client) => client.DELETE(path));
    tell(text('signOnRemoved'));
    return null;
  };
  return (
    <Ask title={text('signOnRemove')} action={words('remove')} look="danger" onAction={remove}>
      <p>{text('signOnRemoveEffect')}</p>
    </Ask>
  );
}
