/**
 * Properties: JSON objects that callers attach to sessions and seats. From the request to the answer they are a text, so that
 * they come back as they were sent: every digit, every member name, in their order. The text has no blanks between tokens and
 * spells strings as `JSON.stringify` does. Nothing but `checkProperties` makes such a text of what a caller sent.
 */
import { propertiesBytesMax, propertiesDepthMax } from './limits.ts';

/** Text of a JSON object. */
export type Properties = string;

/** What facts and snapshots may hold: older versions stored the parsed object. */
export type StoredProperties = Properties | { readonly [name: string]: unknown };

export function restoredProperties(stored: StoredProperties): Properties;
export function restoredProperties(stored: StoredProperties | null): Properties | null;
export function restoredProperties(stored: StoredProperties | null): Properties | null {
  return typeof stored === 'string' || stored === null ? stored : JSON.stringify(stored);
}

/** JSON of the object with the properties as its last member, as their text stands; `{}` where there are none. */
export function withProperties(shown: object, properties: Properties | null): string {
  return `${JSON.stringify(shown).slice(0, -1)},"properties":${properties ?? '{}'}}`;
}

/** Why a text is not taken as properties; `rejected`: what the caller may be shown of it. */
export interface PropertiesError {
  readonly code: 'TYPE' | 'SIZE' | 'MAX' | 'PATTERN';
  readonly message: string;
  readonly rejected: unknown;
  readonly isTooLarge: boolean;
}

export type PropertiesCheck =
  | { readonly ok: true; readonly text: Properties }
  | ({ readonly ok: false } & PropertiesError);

/** Checks a text that is JSON, as it was sent. */
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
      return wrong('MAX', 'must hold no number beyond 1.8e308');
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

/** Where the token ends that starts at `at`: a string, a run of blanks, a number or word, or a sign. */
function tokenEnd(text: string, at: number): number {
  const first = text[at] as string;
  if (first === '"') return endOfString(text, at) + 1;
  if ('{}[],:'.includes(first)) return at + 1;
  const end = isBlank(first) ? blanks : wordEnd;
  end.lastIndex = at + 1;
  return end.exec(text)?.index ?? text.length;
}

/** The string as `JSON.stringify` spells it; null when it holds what no database text can. */
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
 * The text of a body in which every value of a member `properties`, except null, stands as a string that holds its text: what
 * parses it then gets that text as it was sent. Throws `SyntaxError` when such a value is no JSON; the rest is not looked at.
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

/** Where the value of a member begins whose name ends at `at`; -1 when it was no name. */
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

/** Refused later in plain words; a value of 30 million levels would keep the parser busy for 20 s. */
const liftedDepthMax = 10_000;

/** Where the value ends that begins at `from`; blanks behind it may belong to it. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === character.quote) at = endOfString(text, at);
    else if (code === character.openList || code === character.openObject) {
      if (++depth > liftedDepthMax) throw new SyntaxError('nested too deep to be read');
    } else if (code === character.comma && depth === 0) return at;
    else if (code === character.closeList || code === character.closeObject) {
      if (depth === 0) return at;
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
