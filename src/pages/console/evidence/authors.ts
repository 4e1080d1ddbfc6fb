/** Who made a change, as words. An account has its email for those who may read the people. */
import type { components } from '../../../client/index.ts';
import type { Desk } from '../desk.ts';
import { mayForAll } from '../rights.ts';
import { text } from './texts.ts';

type Author = components['schemas']['ChangeAuthor'];

/** Emails by the ids of accounts. */
export type Emails = ReadonlyMap<string, string>;

const keyWords: Readonly<Record<string, string>> = {
  'organization-token': text('byServer'),
  'private-key': text('byPrivateKey'),
  'tenant-token': text('byOperator'),
};

/** Empty for persons who may not read them. Rejects as `Service.ask` does. */
export async function readEmails({ service, rights }: Desk): Promise<Emails> {
  if (!mayForAll(rights, 'OWNER')) return new Map();
  const { people } = await service.ask((client) => client.GET('/api/private/management/v2.0/people/'));
  return new Map(people.map(({ id, email }) => [String(id), email]));
}

/** Null: the change is one of a session, which is shown by itself. */
export function authorText(by: Author, emails: Emails): string | null {
  if (by === null) return text('byLayout');
  if (by.kind === 'TIME') return text('byTime');
  if (by.kind === 'ACCOUNT') return emails.get(by.id ?? '') ?? text('byPerson', { id: by.id ?? '' });
  if (by.kind === 'KEY') return keyWords[by.id ?? ''] ?? text('byServer');
  return by.id === null ? text('byGoneSession') : null;
}
