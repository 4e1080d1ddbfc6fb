/**
 * The sites that may embed an organization's pages, by its public key, with a cache. Entries are dropped when the
 * catalog announces a change, so a change is in force on every node within a second.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { Cache } from '../database/cache.ts';
import type { Notifications } from '../database/notifications.ts';

const originsRow = z.object({ organizationId: z.int(), origins: z.array(z.string()) });

type Origins = z.infer<typeof originsRow>;

/** At most 5 KB each. */
const organizationsMax = 1_000;

export class FrameOrigins {
  readonly #cache: Cache<string, Origins | null>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#cache = new Cache(organizationsMax, (publicKey) => findOrigins(connection, publicKey));
    this.#cache.followByMember(notifications, 'organization', 'organizationId');
  }

  /** `publicKey`: a UUID in lower case. Empty: no site may, or there is no such organization. */
  async of(publicKey: string): Promise<readonly string[]> {
    return (await this.#cache.get(publicKey))?.origins ?? [];
  }
}

function findOrigins(connection: CommonQueryMethods, publicKey: string): Promise<Origins | null> {
  return connection.maybeOne(sql.type(originsRow)`
    select id as "organizationId", frame_origins as origins
    from organization where public_key = ${publicKey} and not deleting
  `);
}
