/** Who made a change, as words. An account has its email for those who may read the people. */
import type { components } from '../../../client/index.ts';
import type { Desk } from '../desk.ts';
import { mayForAll } from '../rights.ts';

type Author = components['schemas']['ChangeAuthor'];

/** Emails by the ids of accounts. */
export type Emails = ReadonlyMap<string, string>;

const keyWords: Readonly<Record<string, string>> = {
  'organization-token': 'The organization’s server',
  'private-key': 'The organization’s server, with the private key',
  'tenant-token': 'The operator of the service',
};

/** Empty for persons who may not read them. Rejects as `Service.ask` does. */
export async function readEmails({ service, rights }: Desk): Promise<Emails> {
  if (!mayForAll(rights, 'OWNER')) return new Map();
  const { people } = await service.ask((client) => client.GET('/api/private/management/v2.0/people/'));
  return new Map(people.map(({ id, email }) => [String(id), email]));
}

/** Null: the change is one of a session, which is shown by itself. */
export function authorText(by: Author, emails: Emails): string | null {
  if (by === null) return 'A change of the layout, or an earlier release';
  if (by.kind === 'TIME') return 'The time ran out';
  if (by.kind === 'ACCOUNT') return emails.get(by.id ?? '') ?? `A person of the organization, number ${by.id}`;
  if (by.kind === 'KEY') return keyWords[by.id ?? ''] ?? 'The organization’s server';
  return by.id === null ? 'A session that is not kept any more' : null;
}
