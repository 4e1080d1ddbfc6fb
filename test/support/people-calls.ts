/** People of an organization with a role, whose tokens are made without a password: hashing takes as long as a login. */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { joinOrganization } from '#storage/catalog/accounts.ts';
import { LoginFamilies } from '#storage/catalog/login-families.ts';
import type { Role } from '#storage/catalog/roles.ts';
import { bearer } from './editor-calls.ts';
import { problemsOnly } from './logs.ts';
import type { Answer, CallOptions, ServiceCalls } from './service.ts';

export const peoplePath = '/api/private/management/v2.0/people/';

export interface Hired {
  readonly id: number;
  readonly email: string;
  readonly token: string;
  readonly refreshToken: string;
  /** For a call as this person. */
  readonly options: CallOptions;
  ask(method: string, path: string, body?: unknown): Promise<Answer>;
}

/** A person of the organization; `events`: ids of the events that the person is limited to, null: none. */
export async function hire(
  service: ServiceCalls,
  role: Role,
  events: readonly string[] | null = null,
  organizationId = service.catalog.organization.id,
): Promise<Hired> {
  const { pool, notifications } = service.catalog;
  const email = `${randomUUID()}@example.org`;
  const names = { firstName: role, lastName: 'Person' };
  await joinOrganization(pool, organizationId, { email, ...names, passwordHash: 'none' });
  const id = Number(await pool.oneFirst(sql.unsafe`select id from account where email = ${email}`));
  await pool.query(sql.unsafe`
    update membership set role = ${role}, events = ${events === null ? null : sql.array([...events], 'uuid')}
    where account_id = ${id}
  `);
  const pair = await new LoginFamilies(pool, notifications, problemsOnly).begin({ id, organizationId });
  const options = bearer(pair.token);
  return {
    ...{ id, email, ...pair, options },
    ask: (method, path, body) => service.call(method, path, { ...options, ...(body === undefined ? {} : { body }) }),
  };
}
