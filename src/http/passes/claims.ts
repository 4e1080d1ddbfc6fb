/**
 * The claims of a pass whose signature is right: what they must be, and what becomes of them. A pass names its event and
 * its own id; a refused one says why, for the people who integrate a waiting room.
 */
import { hash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { allotmentsMax } from '#domain/allotments/allotment.ts';
import type { Pass } from '#domain/command.ts';

/** How far the clocks of an issuer and of this service may differ. */
export const clockSkewSeconds = 60;
/** The value of `aud` that means this service. */
const audience = 'usher';
const nameLengthMax = 255;
const lifeDaysMax = 366;
const lifeSecondsMax = lifeDaysMax * 86_400;
/** Hex digits that facts keep of the hash of an id. */
const hashDigits = 24;

/** The claims of a pass that are kept. */
export interface ReadPass {
  /** The event that it admits to, in lower case. */
  readonly eventId: string;
  /** The name of the buyer. */
  readonly buyer: string;
  readonly pass: Omit<Extract<Pass, { readonly kind: 'signed' }>, 'buyer'>;
}

/** The pass, or why its claims are refused. `now`: in milliseconds. */
export function passOf(claims: JWTPayload, now: number): ReadPass | string {
  const { event, sub, jti, exp, aud, maxSeats, allotments } = claims;
  if (typeof event !== 'string') return 'the claim `event` must be the id of the event';
  if (!isName(sub)) return `the claim \`sub\` must be a text of 1 to ${nameLengthMax} characters`;
  if (!isName(jti)) return `the claim \`jti\` must be a text of 1 to ${nameLengthMax} characters`;
  if (typeof exp !== 'number' || !(exp <= now / 1_000 + lifeSecondsMax)) {
    return `the claim \`exp\` must be seconds since 1970, at most ${lifeDaysMax} days ahead`;
  }
  if (aud !== undefined && !namesUs(aud)) return `the claim \`aud\` must be \`${audience}\` when it is given`;
  if (maxSeats !== undefined && !isCount(maxSeats)) return 'the claim `maxSeats` must be a whole number from 1';
  if (allotments !== undefined && !areIds(allotments)) {
    return `the claim \`allotments\` must be a list of 1 to ${allotmentsMax} ids of allotments`;
  }
  return {
    eventId: event.toLowerCase(),
    buyer: sub,
    pass: {
      kind: 'signed',
      hash: hash('sha256', `pass ${jti}`).slice(0, hashDigits),
      until: Math.floor((exp + clockSkewSeconds) * 1_000),
      ...(maxSeats === undefined ? {} : { maxSeats }),
      ...(allotments === undefined
        ? {}
        : { allotments: [...new Set(allotments.map((id) => id.toLowerCase()))].sort() }),
    },
  };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= nameLengthMax;
}

function namesUs(aud: unknown): boolean {
  return Array.isArray(aud) ? aud.includes(audience) : aud === audience;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function areIds(value: unknown): value is string[] {
  const isBounded = Array.isArray(value) && value.length >= 1 && value.length <= allotmentsMax;
  return isBounded && value.every((id) => typeof id === 'string' && uuid.test(id));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}
