/** Settings beside their own shapes: those given as files, and the names that nearly are one of ours. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings, warnOfMisspelled } from '#wiring/settings.ts';

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'usher-settings-'));
});

afterAll(() => rmSync(directory, { recursive: true }));

function fileWith(content: string): string {
  const path = join(directory, 'secret');
  writeFileSync(path, content);
  return path;
}

const key = '5a'.repeat(32);

const url = 'postgres://u:p@db/usher';

describe('a secret in a file', () => {
  test.each([
    ['DATABASE_URL', url, { SECRET_KEY: key }],
    ['SECRET_KEY', key, {}],
    ['NEW_SECRET_KEY', key, {}],
    ['CLUSTER_SECRET', 'sixteen letters ', {}],
    ['CLUSTER_SECRET_PREVIOUS', 'sixteen letters ', { CLUSTER_SECRET: 'sixteen letters.' }],
  ])('%s is taken without the newline at the end', (name, value, others) => {
    for (const end of ['', '\n', '\r\n']) {
      const settings = readSettings({ ...others, [`${name}_FILE`]: fileWith(value + end) });
      expect(settings).toMatchObject({ [name]: value });
    }
  });

  test('REDIS_URL may name several servers', () => {
    const settings = { DATABASE_URL: url, SECRET_KEY: key, CLUSTER_SECRET: 'sixteen letters.' };
    const path = fileWith('redis://one,redis://two\n');
    expect(readSettings({ ...settings, REDIS_URL_FILE: path }).REDIS_URL).toEqual(['redis://one', 'redis://two']);
  });

  test('is refused beside the setting itself, and an empty variable counts as absent', () => {
    const path = fileWith(key);
    expect(() => readSettings({ SECRET_KEY_FILE: path, SECRET_KEY: key })).toThrow(
      /^SECRET_KEY_FILE must not be given beside SECRET_KEY$/,
    );
    expect(readSettings({ SECRET_KEY_FILE: path, SECRET_KEY: '' }).SECRET_KEY).toBe(key);
    expect(readSettings({ SECRET_KEY_FILE: '', SECRET_KEY: key }).SECRET_KEY).toBe(key);
  });

  test('that holds another thing is refused in one line that does not show it', () => {
    expect(() => readSettings({ SECRET_KEY_FILE: fileWith('hidden') })).toThrow(
      /^SECRET_KEY must be 32 bytes as 64 hex digits$/,
    );
    const path = fileWith('\n');
    expect(() => readSettings({ SECRET_KEY_FILE: path })).toThrow(`SECRET_KEY_FILE names ${path}, which is empty`);
    expect(() => readSettings({ SECRET_KEY_FILE: directory })).toThrow(
      `SECRET_KEY_FILE names ${directory}, which cannot be read: EISDIR`,
    );
  });

  test('counts as given where another setting needs it, even if it cannot be read', () => {
    expect(() => readSettings({ DATABASE_URL: url, SECRET_KEY_FILE: directory })).toThrow(
      /^SECRET_KEY_FILE names [^\n]+$/,
    );
    expect(() => readSettings({ DATABASE_URL_FILE: fileWith(url) })).toThrow(
      /^SECRET_KEY is required with DATABASE_URL: [^\n]+$/,
    );
  });
});

function toldOf(variables: Readonly<Record<string, string>>): readonly object[] {
  const told: object[] = [];
  warnOfMisspelled(variables, { warn: (about) => void told.push(about) });
  return told;
}

describe('a variable', () => {
  test.each([
    ['HOLD_SECOND', 'HOLD_SECONDS'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE-URL', 'DATABASE_URL'],
    ['SECRET_KEY_FIEL', 'SECRET_KEY_FILE'],
    ['WORKER', 'WORKERS'],
    ['PORTS', 'PORT'],
    ['MAX_SEATS_PER_SESION', 'MAX_SEATS_PER_SESSION'],
  ])('%s is told to be nearly %s', (variable, setting) => {
    expect(toldOf({ [variable]: '1', PORT: '80' })).toEqual([{ variable, setting }]);
  });

  test('of another program, of ours, or without a value is not mentioned', () => {
    const names = ['HOST', 'PGPORT', 'PATH', 'PWD', 'HOME', 'LANG', 'SHELL', 'TERM', 'NODE_ENV', 'HOSTNAME', 'LOGNAME'];
    names.push('OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_SAMPLER');
    const ours = ['DATABASE_URL', 'REDIS_URL_FILE', 'PORT'];
    expect(toldOf(Object.fromEntries([...names, ...ours].map((name) => [name, '1'])))).toEqual([]);
    expect(toldOf({ WORKER: '' })).toEqual([]);
  });
});

test('the settings of traces are as OpenTelemetry defines them; wrong ones are refused', () => {
  const given = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c/otlp', OTEL_TRACES_SAMPLER_ARG: '0.25' };
  expect(readSettings(given)).toMatchObject({ ...given, OTEL_TRACES_SAMPLER_ARG: 0.25, OTEL_SERVICE_NAME: 'usher' });
  for (const endpoint of ['collector:4318', 'grpc://collector', 'http://']) {
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toThrow(
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be an http:\/\/ or https:\/\/ URL$/,
    );
  }
  for (const ratio of ['1.5', '-1', '.5', '1e-3', 'all']) {
    expect(() => readSettings({ OTEL_TRACES_SAMPLER_ARG: ratio })).toThrow(/must be a number from 0 to 1$/);
  }
});
