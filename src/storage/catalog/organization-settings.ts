/** The settings of an organization: columns of its row. */
import { sql } from 'slonik';
import { z } from 'zod';
import { accessibilityProfiles } from '#domain/policy.ts';
import type { Database } from '../database/call-changes.ts';
import { assignments, type ChangeOf, rowsOf } from '../database/rows.ts';

const holdType = z.object({ ttlSeconds: z.number().nullable(), validState: z.enum(['LOCKED', 'BLOCKED']) });

const rows = rowsOf(
  z.object({
    publicSessionsEnabled: z.boolean(),
    salesControlEnabled: z.boolean(),
    orphanSeatPrevention: z.boolean(),
    accessibilityProfile: z.enum(accessibilityProfiles).nullable(),
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

export type SettingsChange = ChangeOf<OrganizationSettings>;

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
  const { publicSessionsEnabled, salesControlEnabled, orphanSeatPrevention, accessibilityProfile } = settings;
  const { lockTtlSeconds, holdTypes, frameOrigins } = settings;
  const rules = { publicSessionsEnabled, salesControlEnabled, orphanSeatPrevention, accessibilityProfile };
  return database.maybeOne(sql.type(rows.row)`
    update organization set ${assignments({ ...rules, lockTtlSeconds, holdTypes, frameOrigins })}
    where id = ${organizationId}
    returning ${rows.columns}
  `);
}
