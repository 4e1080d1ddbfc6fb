/**
 * Reads properties out of a body: finds their text, checks it, and writes it in one way. Only `checkProperties` turns a
 * caller's input into the text that the domain keeps.
 */

import { propertiesBytesMax, propertiesDepthMax } from '#domain/limits.ts';
import type { Properties } from '#domain/properties.ts';

/** Why a text is not valid as properties. `rejected`: the part that the caller may be shown. */
export interface PropertiesError {
  readonly code: 'TYPE' | 'SIZE' | 'MAX' | 'PATTERN';
  readonly message: string;
  readonly rejected: unknown;
  readonly isTooLarge: boolean;
}

export type PropertiesCheck =
  | { readonly ok: true; readonly text: Properties }
  | ({ readonly ok: false } & PropertiesError);

/** Checks properties as they were sent; the text must be valid JSON. */
export function checkProperties(sent: string): PropertiesCheck {
  if (sent[0] !== '{') return wrong('TYPE', 'must be an object', sent[0] === '[' ? null : JSON.parse(sent));
  let text = '';
  let depth = 0;
  for (let at = 0; at < sent.length; ) {
    const end = tokenEnd(sent, at);
    const token = sent.slice(at, end);
    at = end;
    if (isBlank(token)) continue;
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    if (depth > propertiesDepthMax) {
      return wrong('SIZE', `must not be nested more than ${propertiesDepthMax} levels deep`);
    }
    const written = token[0] === '"' ? rewritten(token) : token;
    if (written === null) return wrong('PATTERN', 'must not contain U+0000 or unpaired surrogates');
    if (startsNumber.test(token) && !Number.isFinite(Number(token))) {
      return wrong('MAX', 'must not contain a number beyond 1.8e308');
    }
    text += written;
    if (text.length > propertiesBytesMax) return tooLarge;
  }
  return bytesOf(text) > propertiesBytesMax ? tooLarge : { ok: true, text };
}

const tooLarge: PropertiesCheck = {
  ...{ ok: false, code: 'SIZE', message: `must be at most ${propertiesBytesMax} bytes serialised` },
  ...{ rejected: null, isTooLarge: true },
};

function wrong(code: PropertiesError['code'], message: string, rejected: unknown = null): PropertiesCheck {
  return { ok: false, code, message, rejected, isTooLarge: false };
}

const startsNumber = /^[-\d]/;
const blanks = /[^ \t\n\r]|$/g;
const wordEnd = /[^\w.+-]|$/g;

function isBlank(token: string): boolean {
  return token[0] === ' ' || token[0] === '\n' || token[0] === '\t' || token[0] === '\r';
}

/** The end of the token that starts at `at`: a string, whitespace, a number or word, or punctuation. */
function tokenEnd(text: string, at: number): number {
  const first = text[at] as string;
  if (first === '"') return endOfString(text, at) + 1;
  if ('{}[],:'.includes(first)) return at + 1;
  const end = isBlank(first) ? blanks : wordEnd;
  end.lastIndex = at + 1;
  return end.exec(text)?.index ?? text.length;
}

/** The string as `JSON.stringify` writes it; null when Postgres cannot store it. */
function rewritten(token: string): string | null {
  if (!token.includes('\\')) return token;
  const value: string = JSON.parse(token);
  return value.includes('\0') || !value.isWellFormed() ? null : JSON.stringify(value);
}

function bytesOf(text: string): number {
  return text.length * 3 <= propertiesBytesMax ? text.length : new TextEncoder().encode(text).length;
}

/** The index of the quote that closes the string which opens at `from`. */
export function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes++;
    if (escapes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/**
 * Replaces the value of every member `properties` in a JSON body, except null, by a string that contains the value's
 * text: parsing the body then yields that text as it was sent. Throws `SyntaxError` when such a value is not JSON; the
 * rest of the body is not checked.
 */
export function liftProperties(body: string): string {
  if (!body.includes('properties') && !body.includes('\\')) return body;
  let lifted = '';
  let copied = 0;
  for (let at = body.indexOf('"'); at !== -1 && at < body.length; at = body.indexOf('"', at)) {
    const end = endOfString(body, at) + 1;
    const value = valueBehind(body, end);
    const isMember = value !== -1 && isPropertiesName(body.slice(at, end));
    at = end;
    if (!isMember) continue;
    const valueEnd = endOfValue(body, value);
    const sent = body.slice(value, valueEnd);
    if (JSON.parse(sent) === null) continue;
    lifted += body.slice(copied, value) + JSON.stringify(sent);
    copied = valueEnd;
    at = valueEnd;
  }
  return copied === 0 ? body : lifted + body.slice(copied);
}

/** The start of the value of the member whose name ends at `at`; -1 when that string is not a member name. */
function valueBehind(text: string, at: number): number {
  const colon = skipBlanks(text, at);
  return text[colon] === ':' ? skipBlanks(text, colon + 1) : -1;
}

function skipBlanks(text: string, at: number): number {
  return at < text.length && isBlank(text[at] as string) ? tokenEnd(text, at) : at;
}

function isPropertiesName(token: string): boolean {
  return token === '"properties"' || (token.includes('\\') && JSON.parse(token) === 'properties');
}

const character = { quote: 34, comma: 44, openList: 91, closeList: 93, openObject: 123, closeObject: 125 } as const;

/**
 * Values that are nested less deeply are refused later with a clear message; 30 million levels would keep the parser
 * busy for 20 s.
 */
const liftedDepthMax = 10_000;

/** The end of the value that begins at `from`; may include whitespace behind it. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === character.quote) at = endOfString(text, at);
    else if (code === character.openList || code === character.openObject) {
      if (++depth > liftedDepthMax) throw new SyntaxError('nested too deeply');
    } else if (code === character.comma && depth === 0) return at;
    else if (code === character.closeList || code === character.closeObject) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
