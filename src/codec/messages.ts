/**
 * Messages of field errors for schemas without a message of their own. Every message of the service follows the name of
 * its field and begins with "must". Messages of libraries never reach a caller.
 */
import type { z } from 'zod';

export const notNull = 'must not be null';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
  never: 'absent',
};

/** The message of an issue. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another type'}`;
    case 'too_small':
      return limit('at least', issue.origin, issue.minimum, issue.inclusive);
    case 'too_big':
      return limit('at most', issue.origin, issue.maximum, issue.inclusive);
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
    case 'invalid_key':
      return 'must have only known members';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `must have the form of ${issue.format === 'regex' ? 'the documented pattern' : issue.format}`;
    default:
      return 'must have the documented form';
  }
}

function limit(bound: 'at least' | 'at most', origin: string, value: number | bigint, isInclusive = true): string {
  const count = isInclusive ? bound : bound === 'at least' ? 'more than' : 'less than';
  switch (origin) {
    case 'string':
      return `must have ${count} ${value} character${Number(value) === 1 ? '' : 's'}`;
    case 'array':
      return `must have ${count} ${value} ${Number(value) === 1 ? 'entry' : 'entries'}`;
    default:
      return `must be ${count} ${value}`;
  }
}

/** The options for `safeParse`: issues of schemas without a message of their own get the message of this file. */
export const ownMessages = { error: messageOf };
