/**
 * Reads DATABASE_URL as libpq does: several hosts, and TLS by `sslmode`. The only reader of such a URL: all connections
 * take their place and their TLS from here. Pure but for the certificates, which it reads. Never shows a password.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';

/** One way to connect: `prefer` and `allow` give each host two, with TLS and without. */
export interface Place {
  /** A name, an address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly ssl: ConnectionOptions | false;
}

export interface Address {
  /** In the order in which they are tried; at least one. */
  readonly places: readonly [Place, ...Place[]];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  /** Command-line options for the server's process. */
  readonly options: string | undefined;
  readonly applicationName: string | undefined;
  /** Of several hosts only one that accepts writes is of use. */
  readonly mustBeWritable: boolean;
  readonly connectTimeoutMs: number;
}

/** The message is the rest of a line that begins with the name of the setting. */
class BadAddress extends Error {
  override readonly name = 'BadAddress';
}

const shape = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/;
const misshapen = 'must be a postgres:// URL';
const portDefault = 5_432;
const portMax = 65_535;
const onlyHostTimeoutMs = 5_000;
/** Shorter: a host that is gone must not hold up the next one for long. */
const eachHostTimeoutMs = 2_000;
const parameters = [
  'host',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'target_session_attrs',
  'connect_timeout',
  'application_name',
  'options',
];
const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
const targets = ['any', 'read-write', 'primary'];

type Parameters = Readonly<Record<string, string>>;

/** Throws `BadAddress` with one line for the operator. */
export function addressOf(url: string): Address {
  const found = shape.exec(url);
  if (found === null) throw new BadAddress(misshapen);
  const [, account = '', authority = '', database = '', query = ''] = found;
  const given: Parameters = Object.fromEntries(new URLSearchParams(query));
  const unknown = Object.keys(given).find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    throw new BadAddress(`has the unknown parameter ${unknown}; the known ones are ${parameters.join(', ')}`);
  }
  const hosts = hostsOf(authority === '' ? (given.host ?? '') : authority);
  const ways = waysOf(given);
  const places = hosts.flatMap(({ host, port }) =>
    // A Unix socket has no TLS, in libpq neither.
    host.startsWith('/') ? [{ host, port, ssl: false as const }] : ways.map((ssl) => ({ host, port, ssl })),
  );
  const [user = '', ...password] = account.split(':');
  return {
    places: places as [Place, ...Place[]],
    user: decoded(user) || undefined,
    password: decoded(password.join(':')) || undefined,
    database: decoded(database) || undefined,
    options: given.options,
    applicationName: given.application_name,
    mustBeWritable: isWritableNeeded(given.target_session_attrs, hosts.length),
    connectTimeoutMs: timeoutOf(given.connect_timeout, places.length),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadAddress(`${misshapen}: a % in it begins no escaped character`);
  }
}

function hostsOf(list: string): readonly Pick<Place, 'host' | 'port'>[] {
  return list.split(',').map((entry) => {
    const found = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(entry);
    const host = decoded(found?.[1] ?? found?.[2] ?? '') || (list === '' ? 'localhost' : '');
    const port = Number(found?.[3] ?? portDefault);
    if (found === null || host === '' || port === 0 || port > portMax) {
      throw new BadAddress(`${misshapen} with hosts such as db1:5432,db2:5432`);
    }
    return { host, port };
  });
}

/** Of several hosts the one to write to is wanted, with `any` too: the service can do nothing with a standby. */
function isWritableNeeded(target: string | undefined, hosts: number): boolean {
  if (target !== undefined && !targets.includes(target)) {
    throw new BadAddress(`has a target_session_attrs that is not of use here: it must be ${targets.join(', ')}`);
  }
  return hosts > 1 || (target !== undefined && target !== 'any');
}

function timeoutOf(seconds: string | undefined, places: number): number {
  if (seconds !== undefined && !/^\d{1,3}$/.test(seconds)) {
    throw new BadAddress('must have a whole number of seconds as connect_timeout');
  }
  const byDefault = places === 1 ? onlyHostTimeoutMs : eachHostTimeoutMs;
  return Number(seconds ?? 0) * 1_000 || byDefault;
}

/** The ways to talk to a host, in order: with TLS or without. */
function waysOf(given: Parameters): readonly (ConnectionOptions | false)[] {
  const { sslmode, sslrootcert } = given;
  if (sslmode === undefined) {
    const lost = ['sslrootcert', 'sslcert', 'sslkey'].find((name) => given[name] !== undefined);
    if (lost !== undefined) throw new BadAddress(`has ${lost} without sslmode, which is disable by default`);
    return [false];
  }
  const mode = modes.find((known) => known === sslmode);
  if (mode === undefined) throw new BadAddress(`has an unknown sslmode; the known ones are ${modes.join(', ')}`);
  if (mode === 'disable') return [false];
  if (mode === 'verify-ca' && sslrootcert === undefined) {
    throw new BadAddress('needs sslrootcert with sslmode=verify-ca, or sslmode=verify-full');
  }
  if (sslrootcert === 'system' && mode !== 'verify-full') {
    throw new BadAddress('needs sslmode=verify-full with sslrootcert=system');
  }
  const secure = checked({ ...certificatesOf(given), ...verificationOf(mode, sslrootcert !== undefined) });
  if (mode === 'allow') return [false, secure];
  return mode === 'prefer' ? [secure, false] : [secure];
}

/** With a root certificate the lower modes check the chain too, as in libpq. Without, any server is taken at its word. */
function verificationOf(mode: (typeof modes)[number], hasRoot: boolean): ConnectionOptions {
  if (mode === 'verify-full') return { rejectUnauthorized: true };
  if (hasRoot) return { rejectUnauthorized: true, checkServerIdentity: () => undefined };
  return { rejectUnauthorized: false };
}

/** `system`: the authorities that Node knows. */
function certificatesOf({ sslrootcert, sslcert, sslkey }: Parameters): ConnectionOptions {
  if ((sslcert === undefined) !== (sslkey === undefined))
    throw new BadAddress('needs both sslcert and sslkey, or none');
  return {
    ...(sslrootcert === undefined || sslrootcert === 'system' ? {} : { ca: rootsIn(sslrootcert) }),
    ...(sslcert === undefined || sslkey === undefined
      ? {}
      : { cert: contentOf('sslcert', sslcert), key: contentOf('sslkey', sslkey) }),
  };
}

function rootsIn(path: string): string {
  const text = contentOf('sslrootcert', path);
  try {
    // TLS skips a text that is no certificate, and would then refuse every server.
    new X509Certificate(text);
    return text;
  } catch {
    throw new BadAddress(`has an sslrootcert, ${path}, that holds no certificate in PEM`);
  }
}

function contentOf(parameter: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadAddress(`has an ${parameter}, ${path}, that cannot be read: ${code}`);
  }
}

function checked(options: ConnectionOptions): ConnectionOptions {
  try {
    createSecureContext(options);
    return options;
  } catch (error) {
    throw new BadAddress(`has an sslcert or sslkey that cannot be used: ${(error as Error).message}`);
  }
}
