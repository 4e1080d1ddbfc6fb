/** The keys for passes over HTTP: stored, replaced, ended and removed, with secrets that are shown once or never. */
import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'slonik';
import { z } from 'zod';
import { errorsOf } from '../../support/answers.ts';
import { pairIssuer } from '../../support/passes.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const path = '/api/private/management/v2.0/pass-keys/';
const secret = 'a-secret-of-at-least-32-characters';

useService();

beforeEach(() => service.catalog.pool.query(sql.unsafe`delete from pass_key`));

const ours = () => service.catalog.organization.token;
const put = (body: unknown, key = ours()) => service.call('PUT', path, { key, body });
const remove = (kid: string, key = ours()) => service.call('DELETE', path + encodeURIComponent(kid), { key });
const list = async (key = ours()) => succeeded(await service.call('GET', path, { key })).body.keys;

test('a generated secret is shown once and is not readable from the database', async () => {
  const createdDate = new Date(service.clock.now()).toISOString();
  const { body } = succeeded(await put({ kid: 'box-office', algorithm: 'HS256' }));
  expect(body).toEqual({
    kid: 'box-office',
    algorithm: 'HS256',
    publicKey: null,
    validUntil: null,
    createdDate,
    secret: expect.stringMatching(/^usher_pass_[\w-]{43}$/),
  });
  const { secret: shown, ...key } = body;
  expect(await list()).toEqual([key]);
  const rows = await service.catalog.pool.any(sql.type(z.object({ secret: z.instanceof(Buffer) }))`
    select secret from pass_key
  `);
  expect(rows.map((row) => row.secret.includes(shown.slice(11)))).toEqual([false]);
});

test('a given secret is never shown; with a new end a key keeps what it has', async () => {
  const stored = succeeded(await put({ kid: 'shop', algorithm: 'HS256', secret })).body;
  expect(stored).not.toHaveProperty('secret');
  const ended = succeeded(await put({ kid: 'shop', algorithm: 'HS256', validUntil: '2027-05-02T12:00:00+02:00' })).body;
  expect(ended).toEqual({ ...stored, validUntil: '2027-05-02T10:00:00.000Z' });
  expect(await list()).toEqual([ended]);
  expect(succeeded(await put({ kid: 'shop', algorithm: 'HS256' })).body).toEqual(stored);
});

test.each([
  ['EdDSA', 'OKP', 'Ed25519'],
  ['ES256', 'EC', 'P-256'],
] as const)(
  'a public key for %s is stored from JSON and from PEM, without members that are not its own',
  async (algorithm, kty, crv) => {
    const issuer = await pairIssuer('pair', algorithm);
    const extended = { ...issuer.publicKey, kid: 'theirs', use: 'sig', alg: algorithm, key_ops: ['verify'] };
    const { createdDate, ...stored } = succeeded(await put({ kid: 'pair', algorithm, publicKey: extended })).body;
    expect(stored).toEqual({ kid: 'pair', algorithm, publicKey: issuer.publicKey, validUntil: null });
    expect(stored.publicKey).toMatchObject({ kty, crv });
    succeeded(await put({ kid: 'pem', algorithm, publicKey: issuer.pem }));
    expect((await list()).map((key: typeof stored) => key.publicKey)).toEqual([issuer.publicKey, issuer.publicKey]);
  },
);

test('a key of the same name is replaced, also by one of another algorithm', async () => {
  succeeded(await put({ kid: 'one', algorithm: 'HS256', secret }));
  const { publicKey } = await pairIssuer('one', 'EdDSA');
  succeeded(await put({ kid: 'one', algorithm: 'EdDSA', publicKey }));
  expect(await list()).toMatchObject([{ kid: 'one', algorithm: 'EdDSA', publicKey }]);
  expect(succeeded(await put({ kid: 'one', algorithm: 'HS256' })).body).toHaveProperty('secret');
  expect(await list()).toMatchObject([{ kid: 'one', algorithm: 'HS256', publicKey: null }]);
});

test('a removed key is gone; an unknown or a foreign one is 404', async () => {
  succeeded(await put({ kid: 'a~b:c@d', algorithm: 'HS256' }));
  expect(outcomeOf(await remove('a~b:c@d', service.catalog.other.token))).toBe('404 ENTITY_NOT_FOUND');
  expect((await remove('a~b:c@d')).status).toBe(204);
  expect(outcomeOf(await remove('a~b:c@d'))).toBe('404 ENTITY_NOT_FOUND');
  for (const odd of ['%00', 'ä'.repeat(3_000), "' or true --"]) {
    expect((await remove(odd)).status).toBeLessThan(500);
  }
  expect(await list()).toEqual([]);
});

test('organizations have keys of their own', async () => {
  succeeded(await put({ kid: 'same', algorithm: 'HS256', secret }));
  succeeded(await put({ kid: 'same', algorithm: 'HS256' }, service.catalog.other.token));
  expect((await remove('same', service.catalog.other.token)).status).toBe(204);
  expect(await list()).toHaveLength(1);
});

test('an organization has at most ten keys, however many are stored at once', async () => {
  const stored = await Promise.all(
    Array.from({ length: 14 }, (_, at) => put({ kid: `key-${at}`, algorithm: 'HS256', secret })),
  );
  expect(stored.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(stored.filter((one) => outcomeOf(one) === '409 DATA_INTEGRITY_VIOLATION')).toHaveLength(4);
  const [{ kid }] = await list();
  succeeded(await put({ kid, algorithm: 'HS256', secret }));
  expect(await list()).toHaveLength(10);
});

const pem = (pair: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer }) =>
  String(pair.export({ type: 'spki', format: 'pem' }));

const lowOrderPoints = [
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  `ec${'ff'.repeat(30)}7f`,
  `ec${'ff'.repeat(31)}`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
];

test.each(lowOrderPoints)('the point of low order %s is refused: everybody could sign with it', async (point) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(point, 'hex').toString('base64url') };
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(point, 'hex')]);
  const text = `-----BEGIN PUBLIC KEY-----\n${spki.toString('base64')}\n-----END PUBLIC KEY-----`;
  for (const publicKey of [jwk, text]) {
    expect(errorsOf(await put({ kid: 'low', algorithm: 'EdDSA', publicKey }))).toEqual(['publicKey PATTERN']);
  }
});

test('a key that cannot verify is refused, and nothing of it is repeated', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const point = { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey;
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  const refused: readonly (readonly [object, string])[] = [
    [{ algorithm: 'EdDSA', publicKey: privateKey.export({ format: 'jwk' }) }, 'publicKey PATTERN'],
    [{ algorithm: 'EdDSA', publicKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) }, 'publicKey PATTERN'],
    [{ algorithm: 'HS256', publicKey: { kty: 'oct', k: 'c2VjcmV0' } }, 'publicKey PATTERN'],
    [{ algorithm: 'EdDSA', publicKey: pem(rsa) }, 'publicKey PATTERN'],
    [{ algorithm: 'ES256', publicKey: pem(other) }, 'publicKey PATTERN'],
    [{ algorithm: 'ES256', publicKey: other.export({ format: 'jwk' }) }, 'publicKey PATTERN'],
    [{ algorithm: 'ES256', publicKey: point }, 'publicKey PATTERN'],
    [{ algorithm: 'ES256', publicKey: jwk }, 'publicKey PATTERN'],
    [{ algorithm: 'EdDSA', publicKey: { ...jwk, x: 'x' } }, 'publicKey PATTERN'],
    [{ algorithm: 'EdDSA', publicKey: 'not a key' }, 'publicKey PATTERN'],
    [{ algorithm: 'EdDSA', publicKey: 'x'.repeat(3_000) }, 'publicKey PATTERN'],
    [{ algorithm: 'EdDSA', publicKey: [] }, 'publicKey TYPE'],
    [{ algorithm: 'EdDSA' }, 'publicKey NOT_NULL'],
    [{ algorithm: 'EdDSA', publicKey: jwk, secret }, 'secret NULL'],
    [{ algorithm: 'HS256', publicKey: jwk, secret }, 'publicKey NULL'],
    [{ algorithm: 'HS256', secret: 'short' }, 'secret SIZE'],
    [{ algorithm: 'HS256', secret: 's'.repeat(513) }, 'secret SIZE'],
    [{ algorithm: 'HS256', secret: 'ж'.repeat(40) }, 'secret PATTERN'],
    [{ algorithm: 'none' }, 'algorithm UNKNOWN_VALUE'],
    [{ algorithm: 'RS256' }, 'algorithm UNKNOWN_VALUE'],
    [{ algorithm: 'HS256', validUntil: 'tomorrow' }, 'validUntil PATTERN'],
    [{ algorithm: 'HS256', validUntil: '2027-02-30T00:00:00Z' }, 'validUntil PATTERN'],
    [{ algorithm: 'HS256', validUntil: 1_800_000_000 }, 'validUntil TYPE'],
    [{ algorithm: 'HS256', kid: '' }, 'kid PATTERN'],
    [{ algorithm: 'HS256', kid: '../x' }, 'kid PATTERN'],
    [{ algorithm: 'HS256', kid: 'k'.repeat(101) }, 'kid PATTERN'],
    [{ algorithm: 'HS256', kid: null }, 'kid NOT_NULL'],
  ];
  for (const [body, error] of refused) {
    const answer = await put({ kid: 'key', ...body });
    expect(errorsOf(answer)).toEqual([error]);
    expect(JSON.stringify(answer.body)).not.toMatch(/PRIVATE|"d"|c2VjcmV0|a-secret-of/);
  }
  expect(await list()).toEqual([]);
});
