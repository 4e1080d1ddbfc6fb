/** The author of a change, as its facts keep it: an account, or the kind of key that was sent. Never a secret. */

/** The keys that act for an organization. Stored by their places: new ones come at the end. */
export const keyNames = ['organization-token', 'private-key', 'tenant-token'] as const;

export type KeyName = (typeof keyNames)[number];

export type Author = `ACCOUNT:${number}` | `KEY:${KeyName}`;

/** The cluster version from which facts carry their author. */
export const authorsSince = 2;
