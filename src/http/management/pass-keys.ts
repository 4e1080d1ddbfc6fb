/** The keys that verify an organization's passes: listed without secrets, stored one by one, removed. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { publicKey, type ReadPublicKey } from '#codec/bodies/public-key.ts';
import { fieldError } from '#codec/check.ts';
import { utcInstant } from '#codec/fields.ts';
import {
  type PassAlgorithm,
  type PassKeyMaterial,
  type PassKeyRecord,
  type PassKeys,
  passAlgorithms,
  passKeysMax,
} from '#storage/catalog/pass-keys.ts';
import { may } from '../pipeline/access.ts';
import { ProblemError, validationFailed } from '../pipeline/problem.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { conflict, invalid, noSuch } from '../refusals.ts';

export interface PassKeyDeps {
  readonly passKeys: Pick<PassKeys, 'list' | 'put' | 'remove'>;
  readonly now: () => number;
}

const prefix = '/api/private/management/v2.0/pass-keys/';
const shared = { tag: 'Organization settings', caller: 'organization' } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;
const secretBytes = 32;
const secretPrefix = 'usher_pass_';
/** RFC 7518: a key of HS256 has at least the 256 bits of its hash. */
const secretLengthMin = 32;
const secretLengthMax = 512;

const kid = z
  .string()
  .regex(/^[A-Za-z0-9_][A-Za-z0-9._~:@=+-]{0,99}$/, 'must have 1 to 100 letters, digits and . _ ~ : @ = + -')
  .meta({ description: 'Name of the key: the `kid` in the header of its passes.', examples: ['spring-2027'] });

const algorithm = z.enum(passAlgorithms).meta({
  description: 'HS256: a secret that both sides have. EdDSA (Ed25519) and ES256 (P-256): a public key.',
});

const givenKey = z
  .object({
    kid,
    algorithm,
    secret: z
      .string()
      .min(secretLengthMin)
      .max(secretLengthMax)
      .regex(/^[\x21-\x7e]*$/, 'must have visible ASCII characters only')
      .nullish()
      .meta({
        description:
          'Of HS256 only; the bytes of this text are the key. Absent: a new `kid` gets a generated secret, a known one keeps its secret.',
      }),
    publicKey: publicKey.nullish(),
    validUntil: z.iso.datetime({ offset: true }).nullish().meta({
      description: 'From then on passes of this key are refused; null or absent: it has no end.',
    }),
  })
  .meta({ id: 'GivenPassKey' });

const shown = {
  kid: z.string().meta({ description: 'Name of the key.' }),
  algorithm,
  publicKey: z
    .record(z.string(), z.string())
    .nullable()
    .meta({ description: 'JSON Web Key; null: the algorithm is HS256.' }),
  validUntil: utcInstant.nullable().meta({ description: 'The end of the key; null: it has none.' }),
  createdDate: utcInstant.meta({ description: 'When the key was stored, UTC.' }),
};

const shownKey = z.object(shown).meta({ id: 'PassKey' });
const shownKeys = z.object({ keys: z.array(shownKey).meta({ description: 'By `kid`.' }) }).meta({ id: 'PassKeys' });
const storedKey = z
  .object({
    ...shown,
    secret: z.string().optional().meta({ description: 'The generated secret. Shown only in this answer.' }),
  })
  .meta({ id: 'StoredPassKey' });

const createdDate = '2027-05-01T10:15:00.000Z';
const publicKeyExample = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
const pairExample = { kid: 'spring-2027', algorithm: 'EdDSA', publicKey: publicKeyExample, validUntil: null };
const secretExample = { kid: 'box-office', algorithm: 'HS256', publicKey: null, validUntil: null, createdDate };

export function passKeys(deps: PassKeyDeps): readonly Route[] {
  return [list(deps), put(deps), remove(deps)];
}

function list({ passKeys: keys }: PassKeyDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: prefix,
    operationId: 'listPassKeys',
    access: may('MANAGER', 'whole'),
    summary: 'List the keys for passes',
    description: 'By `kid`, without secrets.',
    responses: {
      200: {
        description: 'All keys.',
        schema: shownKeys,
        example: { keys: [secretExample, { ...pairExample, createdDate }] },
      },
    },
    errors: [],
    handle: async ({ organizationId }) => ({
      status: 200,
      body: { keys: (await keys.list(organizationId)).map(shownOf) },
    }),
  });
}

function put({ passKeys: keys, now }: PassKeyDeps): Route {
  return defineRoute({
    ...changing,
    method: 'PUT',
    path: prefix,
    operationId: 'putPassKey',
    access: may('OWNER', 'whole'),
    summary: 'Store a key for passes',
    description:
      `Adds a key, or replaces the one with its \`kid\`; other keys stay, up to ${passKeysMax}. Without \`secret\` and \`publicKey\` a known key ` +
      'keeps what it has and gets the new end: that is how a former key is phased out. Takes effect at once on the node that answers ' +
      'and within a second on every node.',
    body: givenKey,
    requestExample: pairExample,
    responses: {
      200: {
        description: 'The key as it is stored now.',
        schema: storedKey,
        example: { ...secretExample, secret: `${secretPrefix}v1pGzZ3WmN0kT5cQ8yRj2LxHfB7aUeDs4oKiVtXnM6A` },
      },
    },
    errors: ['DATA_INTEGRITY_VIOLATION'],
    handle: async ({ organizationId, body, changes }) => {
      const end = body.validUntil ?? null;
      const fields = { kid: body.kid, algorithm: body.algorithm, validUntil: end === null ? null : new Date(end) };
      const given = materialOf(body.algorithm, body.secret ?? null, body.publicKey ?? null);
      const secret = secretPrefix + randomBytes(secretBytes).toString('base64url');
      const fresh = body.algorithm === 'HS256' ? { secret } : null;
      const stored = await keys.put(changes, organizationId, fields, { given, fresh }, now());
      if (stored === 'too many') return tooMany;
      if (stored === 'unknown') {
        return invalid(fieldError('publicKey', 'NOT_NULL', 'must not be null'));
      }
      return { status: 200, body: stored.isFresh ? { ...shownOf(stored.key), secret } : shownOf(stored.key) };
    },
  });
}

function remove({ passKeys: keys }: PassKeyDeps): Route {
  return defineRoute({
    ...changing,
    method: 'DELETE',
    path: `${prefix}{kid}`,
    operationId: 'deletePassKey',
    access: may('OWNER', 'whole'),
    summary: 'Remove a key for passes',
    description:
      'Its passes are refused from now on, within a second on every node. Sessions that were created with them go on.',
    params: z.object({ kid: z.string().meta({ description: 'The name of the key.' }) }),
    responses: { 204: { description: 'Removed.' } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ organizationId, params, changes }) =>
      (await keys.remove(changes, organizationId, params.kid)) ? { status: 204 } : unknownKey,
  });
}

const unknownKey = noSuch('key for passes');
const tooMany = conflict(
  `The organization has ${passKeysMax} keys for passes, the most it may have; remove one first.`,
);

/** What the call gives to verify with; null: nothing. Throws when it does not fit the algorithm. */
function materialOf(
  wanted: PassAlgorithm,
  secret: string | null,
  shared: ReadPublicKey | null,
): PassKeyMaterial | null {
  if (wanted === 'HS256') {
    refuse(shared !== null, 'publicKey', 'NULL', 'must be absent: HS256 has a secret');
    return secret === null ? null : { secret };
  }
  refuse(secret !== null, 'secret', 'NULL', `must be absent: ${wanted} has a public key`);
  if (shared === null) return null;
  refuse(
    shared.algorithm !== wanted,
    'publicKey',
    'PATTERN',
    `must be a key for ${wanted}; this one is for ${shared.algorithm}`,
  );
  return { publicKey: shared.jwk };
}

function refuse(isWrong: boolean, field: string, code: 'NULL' | 'PATTERN', message: string): void {
  if (isWrong) throw new ProblemError(validationFailed([fieldError(field, code, message)]));
}

function shownOf({ validUntil, createdDate: created, ...key }: PassKeyRecord) {
  return { ...key, validUntil: validUntil?.toISOString() ?? null, createdDate: created.toISOString() };
}
