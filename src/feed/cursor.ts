/**
 * A cursor: a position in one organization's feed as opaque text. Clients and webhooks store it and send it back.
 * Anything that this file has not written for the same organization is refused.
 */
import type { FeedPosition } from '#storage/feed/feed-position.ts';

/** The version of the cursor's form; its first member. */
const form = 1;
const shape = /^1\.(\d{1,16})\.(\d{1,10})\.(\d{1,20})\.(\d{1,16})\.(\d{1,6})$/;
const eraMax = 2 ** 31 - 1;
const xidMax = 2n ** 64n - 1n;
const lengthMax = 120;

export function encodeCursor(organizationId: number, { era, xid, number, index }: FeedPosition): string {
  return Buffer.from([form, organizationId, era, xid, number, index].join('.')).toString('base64url');
}

/** Null: not a cursor of this organization. */
export function decodeCursor(organizationId: number, cursor: string): FeedPosition | null {
  if (cursor.length > lengthMax) return null;
  const found = shape.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (found === null) return null;
  const [, owner, era, xid, number, index] = found as unknown as [string, string, string, string, string, string];
  const position = { era: Number(era), xid: BigInt(xid), number: Number(number), index: Number(index) };
  if (position.era > eraMax || position.xid > xidMax || !Number.isSafeInteger(position.number)) return null;
  // Only the canonical form: a cursor has one text.
  return Number(owner) === organizationId && encodeCursor(organizationId, position) === cursor ? position : null;
}
