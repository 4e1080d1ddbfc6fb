/**
 * The programs of a highly available PostgreSQL, as Debian's packages install them. Installs nothing: Patroni is a
 * Python program whose libraries must be where the system's Python looks for them.
 */
import { join } from 'node:path';
import { findOnPath, isExecutable } from '../debian/packages.ts';

export interface Programs {
  readonly patroni: string;
  readonly patronictl: string;
  readonly etcd: string;
  readonly haproxy: string;
  readonly pgbouncer: string;
  /** Folder with the programs of PostgreSQL. */
  readonly postgres: string;
}

/** Where Debian has programs for administrators, which are not on everybody's path. */
const more = ':/usr/sbin:/usr/local/sbin';
const versions = [18, 17, 16, 15];

const packages = {
  patroni: 'patroni',
  patronictl: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql',
} as const satisfies Record<keyof Programs, string>;

/** The programs of this machine, or the packages that it lacks. */
export function findPrograms(searchPath = process.env.PATH ?? ''): Programs | readonly string[] {
  const onPath = (name: string) => findOnPath(searchPath + more, [name]);
  const found = {
    patroni: onPath('patroni'),
    patronictl: onPath('patronictl'),
    etcd: onPath('etcd'),
    haproxy: onPath('haproxy'),
    pgbouncer: onPath('pgbouncer'),
    postgres: versions
      .map((version) => `/usr/lib/postgresql/${version}/bin`)
      .find((folder) => isExecutable(join(folder, 'postgres'))),
  };
  const names = Object.keys(packages) as (keyof Programs)[];
  const missing = names.filter((name) => found[name] === undefined).map((name) => packages[name]);
  return missing.length > 0 ? [...new Set(missing)] : (found as Programs);
}
