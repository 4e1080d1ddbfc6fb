/**
 * A PgBouncer before the primary, from the file in `deploy/pgbouncer`. Its database `usher` is shared by sessions, as the
 * service needs it, and `transactions` is the same one shared by transactions.
 */
import type { ChildProcess } from 'node:child_process';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '#storage/embedded/command.ts';
import { spawnAs } from './account.ts';

export interface PgbouncerPlan {
  readonly command: string;
  readonly directory: string;
  readonly account: Account;
  readonly port: number;
  /** The primary's, on this machine. */
  readonly serverPort: number;
  /** Of the user `usher`. */
  readonly password: string;
}

const deployed = join(import.meta.dirname, '..', '..', '..', 'deploy', 'pgbouncer', 'session.ini');

export async function startPgbouncer(plan: PgbouncerPlan): Promise<ChildProcess> {
  const { command, directory, account, port, serverPort, password } = plan;
  const [file, users] = [join(directory, 'pgbouncer.ini'), join(directory, 'pgbouncer.users')];
  const server = `host=127.0.0.1 port=${serverPort} dbname=usher`;
  const lines = [
    '[databases]',
    `usher = ${server}`,
    `transactions = ${server} pool_mode=transaction`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${users}`,
    `%include ${deployed}`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  await writeFile(users, `"usher" "${password}"\n`, { mode: 0o600 });
  if (account !== null) await chown(users, account.uid, account.gid);
  return spawnAs(account, command, ['--quiet', file], { directory });
}
