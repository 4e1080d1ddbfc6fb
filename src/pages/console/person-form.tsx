/** The form of a person: the address of a new one, the role, and the events that the person is limited to. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { SelectField, TextField } from '../shared/components/fields.tsx';
import { Ask } from './ask.tsx';
import { EventLimit } from './event-limit.tsx';
import { text } from './people-texts.ts';
import { type Rights, type Role, roles } from './rights.ts';
import { text as words } from './texts.ts';

type Person = components['schemas']['Person'];

interface Entered {
  readonly email: string;
  readonly role: Role;
  readonly events: string[] | null;
}

interface Properties {
  readonly title: string;
  readonly action: string;
  /** Null: a new one. */
  readonly person: Person | null;
  /** Resolves with the dialog to show next, if any. */
  readonly onEntered: (entered: Entered) => Promise<ComponentChild>;
}

export const roleNames: Readonly<Record<Role, string>> = {
  OWNER: text('roleOwner'),
  MANAGER: text('roleManager'),
  BOX_OFFICE: text('roleBoxOffice'),
  VIEWER: text('roleViewer'),
};
const meanings: Readonly<Record<Role, string>> = {
  OWNER: text('ownerMay'),
  MANAGER: text('managerMay'),
  BOX_OFFICE: text('boxOfficeMay'),
  VIEWER: text('viewerMay'),
};

export function PersonForm({ person, onEntered, ...labels }: Properties): ComponentChild {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(person?.role ?? 'BOX_OFFICE');
  const [events, setEvents] = useState<Rights['events']>(person?.events ?? null);
  const limit = role === 'OWNER' ? null : events;
  const enter = () => onEntered({ email: email.trim(), role, events: limit === null ? null : [...limit] });
  return (
    <Ask {...labels} onAction={enter}>
      {person === null && (
        <TextField label={words('email')} type="email" autoComplete="off" required value={email} onText={setEmail} />
      )}
      <SelectField
        label={text('role')}
        hint={meanings[role]}
        options={roles.map((value) => ({ value, label: roleNames[value] }))}
        value={role}
        onChoose={(value) => setRole(value as Role)}
      />
      {role !== 'OWNER' && (
        <EventLimit label={text('onlySomeEvents')} legend={words('events')} events={events} onEvents={setEvents} />
      )}
    </Ask>
  );
}
