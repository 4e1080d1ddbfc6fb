/** The settings of an organization: columns of its row. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { rowsOf } from '../database/rows.ts';

const holdType = z.object({ ttlSeconds: z.number().nullable(), validState: z.enum(['LOCKED', 'BLOCKED']) });

const rows = rowsOf(
  z.object({
    publicSessionsEnabled: z.boolean(),
    salesControlEnabled: z.boolean(),
    orphanSeatPrevention: z.boolean(),
    lockTtlSeconds: z.int(),
    holdTypes: z.record(z.string(), holdType),
    frameOrigins: z.array(z.string()),
    isDeleted: z.boolean(),
  }),
  {
    expressions: {
      publicSessionsEnabled: sql.fragment`public_sessions_enabled and not deleting`,
      isDeleted: sql.fragment`deleting`,
    },
  },
);

type SettingsRow = z.infer<typeof rows.row>;

export type OrganizationSettings = Omit<SettingsRow, 'isDeleted'>;

/** Members that are absent or undefined keep their values. */
export type SettingsChange = { readonly [Name in keyof OrganizationSettings]?: OrganizationSettings[Name] | undefined };

/** The settings as they are stored, or null when there is no such organization. */
export function findSettings(database: Database, organizationId: number): Promise<SettingsRow | null> {
  return database.maybeOne(sql.type(rows.row)`select ${rows.columns} from organization where id = ${organizationId}`);
}

/** Stores the given settings; the others keep their values. All of them as they are now, or null as `findSettings`. */
export function storeSettings(
  database: Database,
  organizationId: number,
  settings: SettingsChange,
): Promise<SettingsRow | null> {
  const holdTypes = settings.holdTypes === undefined ? null : JSON.stringify(settings.holdTypes);
  const frameOrigins = settings.frameOrigins === undefined ? null : JSON.stringify(settings.frameOrigins);
  return database.maybeOne(sql.type(rows.row)`
    update organization set
      public_sessions_enabled = coalesce(${settings.publicSessionsEnabled ?? null}::bool, public_sessions_enabled),
      sales_control_enabled = coalesce(${settings.salesControlEnabled ?? null}::bool, sales_control_enabled),
      orphan_seat_prevention = coalesce(${settings.orphanSeatPrevention ?? null}::bool, orphan_seat_prevention),
      lock_ttl_seconds = coalesce(${settings.lockTtlSeconds ?? null}::int4, lock_ttl_seconds),
      hold_types = coalesce(${holdTypes}::jsonb, hold_types),
      frame_origins = coalesce(${frameOrigins}::jsonb, frame_origins)
    where id = ${organizationId}
    returning ${rows.columns}
  `);
}
