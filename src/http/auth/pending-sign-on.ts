/**
 * A sign-on between its beginning and its end: what the answer of the provider must fit. The browser that began it keeps it in a
 * cookie, sealed, for ten minutes; the service keeps nothing. Another browser cannot end it.
 */
import { z } from 'zod';
import type { Sealer } from '#storage/database/sealed.ts';

const pendingShape = z.object({
  organizationId: z.int(),
  issuer: z.string(),
  clientId: z.string(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  /** By the service's clock. */
  until: z.number(),
});

export type PendingSignOn = z.infer<typeof pendingShape>;

const cookieName = 'usher_sign_on';
const sealedFor = 'pending sign-on';
export const pendingSeconds = 600;
const valueLengthMax = 4_096;

/** The value of `Set-Cookie`. Only calls below `/api/auth/sign-on/` get it, and no script. */
export function cookieOf(pending: PendingSignOn, sealer: Sealer): string {
  const value = sealer.seal(JSON.stringify(pending), sealedFor).toString('base64url');
  return `${cookieName}=${value}; Max-Age=${pendingSeconds}; ${attributesFor(pending)}`;
}

/** The value of `Set-Cookie` that ends it. */
export function endedCookieOf(pending: Pick<PendingSignOn, 'redirectUri'>): string {
  return `${cookieName}=; Max-Age=0; ${attributesFor(pending)}`;
}

/** What the header `Cookie` holds; null: nothing that this service has sealed and that is not over. */
export function pendingOf(header: string | undefined, sealer: Sealer, now: number): PendingSignOn | null {
  const value = header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${cookieName}=`))
    ?.slice(cookieName.length + 1);
  if (value === undefined || value.length > valueLengthMax) return null;
  const pending = opened(value, sealer);
  return pending === null || pending.until <= now ? null : pending;
}

function opened(value: string, sealer: Sealer): PendingSignOn | null {
  try {
    return pendingShape.parse(JSON.parse(sealer.open(Buffer.from(value, 'base64url'), sealedFor)));
  } catch {
    return null;
  }
}

/** The console may be served below a path. */
function attributesFor({ redirectUri }: Pick<PendingSignOn, 'redirectUri'>): string {
  const { protocol, pathname } = new URL(redirectUri);
  const path = pathname.replace(/console\/$/, 'api/auth/sign-on/');
  return `Path=${path}; HttpOnly; SameSite=Strict${protocol === 'https:' ? '; Secure' : ''}`;
}
