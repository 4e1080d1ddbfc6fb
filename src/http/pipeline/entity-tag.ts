/**
 * Entity tags (RFC 9110): they identify the content of an answer and tell whether a caller has it already. A tag that
 * is current in one encoding is current in all. Tags made here have neither quotes nor commas inside.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RouteSuccess } from './route.ts';

/** The request header, to be declared by routes whose answers have tags. */
export const ifNoneMatch = z
  .string()
  .optional()
  .meta({ description: 'The `ETag` of an earlier answer: 304 without a body when it is still current.' });

/** The same for routes that change content with a tag. */
export const ifMatch = z
  .string()
  .optional()
  .meta({ description: 'The `ETag` of an earlier answer: without it, the last write wins.' });

/** The tag of content that is determined by this text alone. */
export function tagOfText(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** The tag without its quotes. */
export function tagText(tag: string): string {
  return tag.slice(1, -1);
}

/** Cached by the caller only, and revalidated before every use. */
const privateCaching = 'private, no-cache';

export function tagHeaders(tag: string, caching = privateCaching): Readonly<Record<string, string>> {
  return { ETag: tag, 'Cache-Control': caching };
}

/** The tag of the same content in an encoding: other bytes need another tag. */
export function encodedTag(tag: string, encoding: string): string {
  return `${tag.slice(0, -1)}-${encoding}"`;
}

const encodingSuffix = /-(?:gzip|br)"$/;

/** The tag in the caller's header that stands for `tag` in any encoding; undefined: there is none. */
function namedIn(condition: string, tag: string): string | undefined {
  const sent = condition.split(',').map((text) => text.trim().replace(/^W\//, ''));
  return sent.includes('*') ? tag : sent.find((one) => one.replace(encodingSuffix, '"') === tag);
}

/** Whether the caller's `If-Match` permits changing the content with this tag. */
export function isCurrent(condition: string | undefined, tag: string): boolean {
  return condition === undefined || namedIn(condition, tag) !== undefined;
}

/** A 304 with the caller's own form of the tag when its `If-None-Match` names `tag`; null otherwise. */
export function unchanged(condition: string | undefined, tag: string, caching = privateCaching): RouteSuccess | null {
  if (condition === undefined) return null;
  const held = namedIn(condition, tag);
  return held === undefined
    ? null
    : { status: 304, headers: { ...tagHeaders(held, caching), Vary: 'Accept-Encoding' } };
}
