/**
 * The brand of an organization: what the pages of its buyers show of it. A column of its row; null: it has none. `Brands` caches
 * brands for those pages by the public key; a change is in force on every node within a second.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { Cache } from '../database/cache.ts';
import type { CallChanges } from '../database/call-changes.ts';
import type { Notifications } from '../database/notifications.ts';

const themeColours = z.record(z.string(), z.string());

const brand = z.object({
  logoUrl: z.string().nullable(),
  logoAlt: z.string().nullable(),
  /** `#rrggbb` by the names of `src/pages/shared/brand-colours.ts`. */
  colours: z.object({ light: themeColours, dark: themeColours }),
  /** By language and key: a text, or its plural forms. */
  texts: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))),
});

export type Brand = z.infer<typeof brand>;

const brandRow = z.object({ organizationId: z.int(), brand: brand.nullable() });

type BrandRow = z.infer<typeof brandRow>;

/** In characters of JSON. A brand has 30,000 at most. */
const cacheMax = 8_000_000;
/** Of an entry beside its brand. */
const entryWeight = 200;

export class Brands {
  readonly #connection: CommonQueryMethods;
  readonly #notifications: Notifications;
  readonly #cache: Cache<string, BrandRow | null>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#connection = connection;
    this.#notifications = notifications;
    this.#cache = new Cache(
      cacheMax,
      (publicKey) => findByPublicKey(connection, publicKey),
      (row) => entryWeight + JSON.stringify(row.brand).length,
    );
    this.#cache.followByMember(notifications, 'organization', 'organizationId');
  }

  /** For buyers. `publicKey`: a UUID in lower case. Null: it has none, or there is no such organization. */
  async of(publicKey: string): Promise<Brand | null> {
    return (await this.#cache.get(publicKey))?.brand ?? null;
  }

  /** As it is stored now. */
  async read(organizationId: number): Promise<Brand | null> {
    const row = await this.#connection.maybeOne(sql.type(brandRow)`
      select id as "organizationId", brand from organization where id = ${organizationId}
    `);
    return row?.brand ?? null;
  }

  /** In force on this node when the change is committed, on others within a second. Null: removes it. */
  async store(changes: CallChanges, organizationId: number, next: Brand | null): Promise<void> {
    await changes.query(sql.unsafe`
      update organization set brand = ${next === null ? null : sql.jsonb(next)} where id = ${organizationId}
    `);
    await changes.afterCommit(() => this.#notifications.applied('organization', organizationId));
  }
}

function findByPublicKey(connection: CommonQueryMethods, publicKey: string): Promise<BrandRow | null> {
  return connection.maybeOne(sql.type(brandRow)`
    select id as "organizationId", brand from organization where public_key = ${publicKey} and not deleting
  `);
}
