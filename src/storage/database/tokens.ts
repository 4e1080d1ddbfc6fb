/**
 * Generates the tokens by which callers authenticate: 256 random bits after a prefix that secret scanners recognise.
 * Only the hash is stored and looked up; a token itself is never logged.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const tokenBytes = 32;
const tenantTokenPrefix = 'usher_ten_';
const organizationTokenPrefix = 'usher_org_';
const loginTokenPrefix = 'usher_log_';
const invitationTokenPrefix = 'usher_inv_';
const maskedIdBytes = 9;

/** A fresh tenant token. */
export function newTenantToken(): string {
  return `${tenantTokenPrefix}${randomBytes(tokenBytes).toString('base64url')}`;
}

/** A fresh organization token (contract: Secret API key). */
export function newOrganizationToken(): string {
  return `${organizationTokenPrefix}${randomBytes(tokenBytes).toString('base64url')}`;
}

/** A fresh token of a login, to call with or to renew it. */
export function newLoginToken(): string {
  return `${loginTokenPrefix}${randomBytes(tokenBytes).toString('base64url')}`;
}

/** A fresh token of an invitation. */
export function newInvitationToken(): string {
  return `${invitationTokenPrefix}${randomBytes(tokenBytes).toString('base64url')}`;
}

/** Whether a text has the form of a tenant token; saves a look-up. */
export function isTenantToken(text: string): boolean {
  return text.startsWith(tenantTokenPrefix);
}

/** Whether a text has the form of a login's token; saves a look-up. */
export function isLoginToken(text: string): boolean {
  return text.startsWith(loginTokenPrefix);
}

/** A random id instead of the tenant's number in its key: identifies the tenant, authenticates nothing. */
export function newMaskedId(): string {
  return randomBytes(maskedIdBytes).toString('base64url');
}

/** The header value that opens the management interface (contract: Authentication). */
export function tenantKey(maskedId: string, tenantToken: string): string {
  return `TEN:${maskedId}:${tenantToken}`;
}

/** SHA-256. Tokens are random, so a slow hash would not protect them better. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The same as hex digits: a buffer is allocated outside the heap, and every call with a key would create one. */
export function hashTokenToHex(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Compares two hashes in constant time. */
export function isSameHash(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
