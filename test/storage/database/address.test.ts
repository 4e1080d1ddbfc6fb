/** What is read from a DATABASE_URL, and the words with which one is refused. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOf, type Place } from '#storage/database/address.ts';
import { readSettings } from '#wiring/settings.ts';
import { CertificateAuthority } from '../../support/certificates.ts';

let directory: string;
let root: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'usher-address-'));
  root = join(directory, 'root.pem');
  writeFileSync(root, new CertificateAuthority().cert);
  writeFileSync(join(directory, 'other.pem'), 'no certificate');
});

afterAll(() => rmSync(directory, { recursive: true }));

const plain = (host: string, port = 5432): Place => ({ host, port, ssl: false });

describe('an address has', () => {
  test('the account, the database and the options, unescaped', () => {
    expect(
      addressOf(
        'postgresql://us%40r:p@s:%2F@db/a%20b?application_name=u&options=-c%20search_path%3Dx&connect_timeout=7',
      ),
    ).toEqual({
      places: [plain('db')],
      user: 'us@r',
      password: 'p@s:/',
      database: 'a b',
      options: '-c search_path=x',
      applicationName: 'u',
      mustBeWritable: false,
      connectTimeoutMs: 7_000,
    });
  });

  test.each<[string, readonly Place[]]>([
    ['postgres://db:5433/x', [plain('db', 5433)]],
    ['postgres://one,two:5433,[::1]:5434/x', [plain('one'), plain('two', 5433), plain('::1', 5434)]],
    ['postgres:///x', [plain('localhost')]],
    ['postgres:///x?host=/run/pg', [plain('/run/pg')]],
    ['postgres://%2Frun%2Fpg/x?sslmode=require', [plain('/run/pg')]],
  ])('the hosts of %s', (url, places) => {
    expect(addressOf(url).places).toEqual(places);
  });

  test.each([
    ['db', '', false],
    ['db', '?target_session_attrs=any', false],
    ['db', '?target_session_attrs=read-write', true],
    ['one,two', '', true],
    ['one,two', '?target_session_attrs=any', true],
    ['one,two', '?target_session_attrs=primary', true],
  ])('with the hosts %s and %s the need to be writable: %s', (hosts, query, needed) => {
    expect(addressOf(`postgres://${hosts}/x${query}`).mustBeWritable).toBe(needed);
  });

  const anyServer = { rejectUnauthorized: false };
  const chain = {
    rejectUnauthorized: true,
    ca: expect.stringContaining('BEGIN'),
    checkServerIdentity: expect.any(Function),
  };
  test.each<[string, readonly unknown[]]>([
    ['disable', [false]],
    ['allow', [false, anyServer]],
    ['prefer', [anyServer, false]],
    ['require', [anyServer]],
    ['verify-full', [{ rejectUnauthorized: true }]],
    ['verify-full&sslrootcert=system', [{ rejectUnauthorized: true }]],
    ['verify-full&sslrootcert=ROOT', [{ rejectUnauthorized: true, ca: expect.stringContaining('BEGIN') }]],
    ['verify-ca&sslrootcert=ROOT', [chain]],
    ['require&sslrootcert=ROOT', [chain]],
    ['prefer&sslrootcert=ROOT', [chain, false]],
  ])('for each host the ways of sslmode=%s', (mode, ways) => {
    const { places } = addressOf(`postgres://one,two/x?sslmode=${mode.replace('ROOT', root)}`);
    expect(places.map(({ host, ssl }) => [host, ssl])).toEqual(
      ['one', 'two'].flatMap((host) => ways.map((way) => [host, way])),
    );
  });
});

test.each([
  ['mysql://db/x', 'must be a postgres:// URL'],
  ['postgres://u:%zz@db/x', 'must be a postgres:// URL: a % in it begins no escaped character'],
  ['postgres://u:p@/x', undefined],
  ['postgres://one,/x', 'must be a postgres:// URL with hosts such as db1:5432,db2:5432'],
  ['postgres://one:70000/x', 'must be a postgres:// URL with hosts such as db1:5432,db2:5432'],
  [
    'postgres://db/x?sslmod=require',
    'has the unknown parameter sslmod; the known ones are host, sslmode, sslrootcert, sslcert, sslkey, ' +
      'target_session_attrs, connect_timeout, application_name, options',
  ],
  [
    'postgres://db/x?sslmode=no-verify',
    'has an unknown sslmode; the known ones are disable, allow, prefer, require, verify-ca, verify-full',
  ],
  ['postgres://db/x?sslmode=verify-ca', 'needs sslrootcert with sslmode=verify-ca, or sslmode=verify-full'],
  ['postgres://db/x?sslmode=require&sslrootcert=system', 'needs sslmode=verify-full with sslrootcert=system'],
  ['postgres://db/x?sslrootcert=/x', 'has sslrootcert without sslmode, which is disable by default'],
  [
    'postgres://db/x?sslmode=verify-full&sslrootcert=DIR/none',
    'has an sslrootcert, DIR/none, that cannot be read: ENOENT',
  ],
  [
    'postgres://db/x?sslmode=verify-full&sslrootcert=DIR/other.pem',
    'has an sslrootcert, DIR/other.pem, that holds no certificate in PEM',
  ],
  ['postgres://db/x?sslmode=require&sslcert=/x', 'needs both sslcert and sslkey, or none'],
  [
    'postgres://db/x?sslmode=require&sslcert=DIR/root.pem&sslkey=DIR/other.pem',
    expect.stringMatching(/^has an sslcert or sslkey that cannot be used: [^\n]+$/),
  ],
  [
    'postgres://one,two/x?target_session_attrs=standby',
    'has a target_session_attrs that is not of use here: it must be any, read-write, primary',
  ],
  ['postgres://db/x?connect_timeout=soon', 'must have a whole number of seconds as connect_timeout'],
])('the settings with the address %s are refused: %s', (url, reason) => {
  const here = (text: unknown) => (typeof text === 'string' ? text.replaceAll('DIR', directory) : text);
  const settings = { DATABASE_URL: here(url) as string, SECRET_KEY: '5a'.repeat(32) };
  let said: string | undefined;
  try {
    readSettings(settings);
  } catch (error) {
    said = (error as Error).message.replace(/^DATABASE_URL /, '');
  }
  expect(said).toEqual(here(reason));
});
