/**
 * Parses the bytes of a body as JSON: valid UTF-8, nested at most 100 levels, with the parts that are kept as text left
 * as they were sent.
 */
import { isUtf8 } from 'node:buffer';
import { endOfString, liftProperties } from './properties.ts';

const jsonDepthMax = 100;

export class MalformedJson extends Error {
  override readonly name = 'MalformedJson';
}

/** The part of a body that is kept as the text that was sent: the members `properties`, or the whole body. */
export type KeptText = 'properties' | 'body';

/** Parses UTF-8 JSON, except for the part that is kept as text; throws `MalformedJson` with the reason as its message. */
export function parseSentJson(bytes: Uint8Array, kept?: KeptText): unknown {
  return parseText(bytes, kept, (text) => {
    // A text of n characters is nested at most n / 2 deep.
    if (text.length > 2 * jsonDepthMax && isTooDeep(text)) {
      throw new MalformedJson(`The body is nested more than ${jsonDepthMax} levels deep.`);
    }
  });
}

/** The same without a bound on the depth, which takes as long as parsing: for schemas that bound what they keep. */
export function parseLargeJson(bytes: Uint8Array, kept?: KeptText): unknown {
  return parseText(bytes, kept, () => {});
}

function parseText(bytes: Uint8Array, kept: KeptText | undefined, inspect: (text: string) => void): unknown {
  if (!isUtf8(bytes)) throw new MalformedJson('The body is not valid UTF-8.');
  const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  try {
    if (kept === 'body') return JSON.parse(sent) === null ? null : sent.trim();
    const text = kept === 'properties' ? liftProperties(sent) : sent;
    inspect(text);
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof MalformedJson ? error : new MalformedJson('The body is not valid JSON.');
  }
}

const character = { quote: 34, openList: 91, closeList: 93, openObject: 123, closeObject: 125 } as const;

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === character.quote) at = endOfString(text, at);
    else if (code === character.openList || code === character.openObject) {
      depth++;
      if (depth > jsonDepthMax) return true;
    } else if (code === character.closeList || code === character.closeObject) depth--;
  }
  return false;
}
