/**
 * The log: one JSON line per event, on standard output. Promises that no line holds a session id, a key or a
 * password: known fields are redacted, and as a last defence the text of every line is matched against their shapes.
 */
import pino from 'pino';
import type { Log } from '#actors/ports.ts';

const secretFields = [
  'password',
  'token',
  'refreshToken',
  'privateKey',
  'organizationToken',
  'apiKey',
  'sessionId',
  'headers',
];
const redacted = secretFields.flatMap((name) => [name, `*.${name}`]);

const keyShape = /\busher_[a-z]+_[\w-]+|\bTEN:[^:\s"]*:[^\s"\\]+/g;
const uuidShape =
  /("(?:eventId|requestId|node|owner)":")?\b[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const urlPassword = /(:\/\/[^:@\s/"]*:)[^@\s"]+@/g;
const namedSecret =
  /\b(password|passwd|secret|x-api-key|api-?key|private-?key)(\\?["']?\s*[:=]\s*\\?["']?)[^\s"'\\,;&}[]+/gi;

/** The text without anything that looks like a key, a session id or a password. Ids of events, requests and nodes stay. */
export function scrub(text: string): string {
  return text
    .replace(keyShape, '[key]')
    .replace(uuidShape, (found, field: string | undefined, version: string) =>
      // Only session ids are UUIDs of version 8.
      field !== undefined && version !== '8' ? found : `${field ?? ''}[uuid]`,
    )
    .replace(urlPassword, '$1[password]@')
    .replace(namedSecret, '$1$2[secret]');
}

/** Database errors carry the values of their statement in extra members, so only the members named here are logged. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}

/** A log that writes lines of at least `level` to `sink`; every line has the members of `base`. */
export function makeLog(
  level: string,
  sink: { write(line: string): unknown } = pino.destination(1),
  base: Readonly<Record<string, number>> | null = null,
): Log {
  const options = {
    level,
    base,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: describe },
  };
  return pino(options, { write: (line: string) => sink.write(scrub(line)) });
}
