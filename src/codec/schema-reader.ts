/**
 * Reads values by a zod schema: the same values and the same first issues as `schema.safeParse`, in less
 * time on long lists, and with a bound on the issues. The schema is walked once. This file reads objects, lists and the usual
 * texts and numbers; zod itself reads every other kind of schema, runs the checks of objects and lists, and makes every
 * issue. A value that the schema leaves unchanged is returned itself, not a copy.
 */
import { z } from 'zod';
import { ownMessages } from './messages.ts';
import { invalid, stepOf, stepped } from './schema-steps.ts';

type Schema = z.core.$ZodType;
type Payload = z.core.ParsePayload<unknown>;
type Issue = z.core.$ZodIssue;
type Members = Record<string, unknown>;
/** Returns the value that the schema makes, or at most `max` of its first issues. */
export type Reader = (value: unknown, max: number) => Outcome;

type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The reader of one part of a schema. */
interface Part {
  /** The value that the schema makes, or `invalid`. */
  readonly read: (value: unknown) => unknown;
  /** The same with the issues, of lists about the first `max`: a list of wrong entries is not read to its end. */
  readonly explain: (value: unknown, max: number) => Payload;
}

const context = { ...ownMessages, async: false };

/** Walks the schema. Takes some microseconds: make a reader once. */
export function readerOf(schema: Schema): Reader {
  const { read, explain } = partOf(schema);
  return (value, max) => {
    const made = read(value);
    if (made !== invalid) return { ok: true, value: made };
    const { value: explained, issues } = explain(value, max);
    if (issues.length === 0) return { ok: true, value: explained };
    const listed = issues.slice(0, max);
    return { ok: false, issues: listed.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config())) };
  };
}

function partOf(schema: Schema): Part {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return objectPart(schema as z.core.$ZodObject);
    case 'array':
      return listPart(schema as z.core.$ZodArray);
    case 'string':
    case 'number':
    case 'boolean':
      return scalarPart(schema, def);
    case 'optional':
      return isStandIn(schema) || def.innerType._zod.optin === 'defaulted'
        ? zodPart(schema)
        : absentPart(def.innerType, undefined);
    case 'nullable':
      return isStandIn(schema) ? zodPart(schema) : absentPart(def.innerType, null);
    case 'pipe':
      return isStandIn(schema) ? zodPart(schema) : pipePart(partOf(def.in), partOf(def.out));
    case 'transform':
      return isStandIn(schema) ? zodPart(schema) : transformPart(schema, def);
    case 'union':
      return isStandIn(schema) ? zodPart(schema) : choicePart(schema as z.core.$ZodUnion);
    default:
      return zodPart(schema);
  }
}

function run(schema: Schema, payload: Payload): Payload {
  return schema._zod.run(payload, context) as Payload;
}

/** What a function makes that cannot fail, as it takes no second parameter to report to. */
function transformPart(schema: Schema, { transform }: z.core.$ZodTransformDef): Part {
  const slow = zodPart(schema);
  return transform.length === 1 ? { ...slow, read: (value) => transform(value, undefined as never) } : slow;
}

/** A part that zod reads. */
function zodPart(schema: Schema): Part {
  return {
    read: (value) => {
      const made = run(schema, { value, issues: [] });
      return made.issues.length === 0 ? made.value : invalid;
    },
    explain: (value) => run(schema, { value, issues: [] }),
  };
}

const rareKinds = ['$ZodExactOptional', '$ZodCodec', '$ZodPreprocess'];

/** Whether a schema around others is of a rare kind, or has checks of its own. */
function isStandIn({ _zod: { def, traits } }: Schema): boolean {
  return (def.checks?.length ?? 0) > 0 || rareKinds.some((kind) => traits.has(kind));
}

/**
 * A part that reads a fitting value and then runs the checks of its schema. As in zod, an issue that ends the checks is
 * the last one. For a value that does not fit, zod makes the issues: one at most for each check.
 */
function containerPart(schema: Schema, fits: (value: unknown) => boolean, part: Part): Part {
  const { def } = schema._zod;
  const checks = new z.core.$ZodAny({ ...def, type: 'any' });
  const steps = (def.checks ?? []).map(stepOf);
  return {
    read: (value) => (fits(value) ? stepped(steps, part.read(value)) : invalid),
    explain: (value, max) => {
      if (!fits(value)) return run(schema, { value, issues: [] });
      const payload = part.explain(value, max);
      return payload.issues.length >= max ? payload : run(checks, payload);
    },
  };
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectPart(schema: z.core.$ZodObject): Part {
  const { def } = schema._zod;
  const { shape, catchall } = def;
  const keepsUnknown = catchall !== undefined;
  const names = Object.keys(shape);
  const parts = names.map((name) => partOf(shape[name] as Schema));
  const isPlain = names.every((name, at) => isPlainMember(shape[name] as Schema, parts[at] as Part));
  if (!isPlain || (keepsUnknown && catchall._zod.def.type !== 'unknown')) return zodPart(schema);

  /** A copy of the members that are kept. */
  const copied = (sent: Members): Members => {
    const made: Members = keepsUnknown ? { ...sent } : {};
    if (!keepsUnknown) for (const name of names) set(made, name, sent[name]);
    Reflect.deleteProperty(made, '__proto__');
    return made;
  };

  /** What is read differs from what was sent, or there are members that the schema does not know. */
  const rebuilt = (value: Members, read: readonly unknown[]): Members => {
    const made = copied(value);
    for (let at = 0; at < read.length; at++) set(made, names[at] as string, read[at]);
    return made;
  };

  return containerPart(schema, isObject, {
    read: compiled(names, parts, keepsUnknown, rebuilt),
    explain: (sent, max) => {
      const value = sent as Members;
      const made = copied(value);
      const issues: Payload['issues'] = [];
      for (const [at, part] of parts.entries()) {
        const name = names[at] as string;
        const payload = explained(part, value[name], max - issues.length);
        set(made, name, payload.value);
        issues.push(...z.core.util.prefixIssues(name, payload.issues));
        if (issues.length >= max) break;
      }
      return { value: made, issues };
    },
  });
}

/** The reader of an object as code of its own: the engine inlines the readers of the members, as it does in zod's code. */
function compiled(
  names: readonly string[],
  parts: readonly Part[],
  keepsUnknown: boolean,
  rebuilt: (value: Members, read: readonly unknown[]) => Members,
): (value: unknown) => unknown {
  const lines = names.map(
    (name, at) => `
    const sent${at} = value[${JSON.stringify(name)}];
    const read${at} = reader${at}(sent${at});
    if (read${at} === invalid) return invalid;
    if (read${at} !== sent${at}) isSame = false;
    if (sent${at} !== undefined) known++;`,
  );
  const count = keepsUnknown
    ? `if (Object.hasOwn(value, '__proto__')) isSame = false;`
    : 'for (const _ in value) known--;';
  const readers = names.map((_, at) => `reader${at}`);
  const source = `return (value) => {
    let isSame = true;
    let known = 0;${lines.join('')}
    ${count}
    return isSame && ${keepsUnknown ? 'true' : 'known === 0'} ? value : rebuilt(value, [${names.map((_, at) => `read${at}`)}]);
  }`;
  return new Function('invalid', 'rebuilt', ...readers, source)(invalid, rebuilt, ...parts.map(({ read }) => read));
}

function set(members: Members, name: string, value: unknown): void {
  if (value !== undefined || members[name] !== undefined) members[name] = value;
}

/** Whether an absent member is read as any other value is: zod has rules of its own for the others. */
function isPlainMember({ _zod: { optin, optout } }: Schema, part: Part): boolean {
  if (optin === undefined) return part.read(undefined) === invalid;
  return optin === 'optional' || optout !== 'optional';
}

function explained(part: Part, value: unknown, max: number): Payload {
  const made = part.read(value);
  return made === invalid ? part.explain(value, max) : { value: made, issues: [] };
}

function listPart(schema: z.core.$ZodArray): Part {
  const entry = partOf(schema._zod.def.element);
  const { read: readEntry } = entry;
  /** zod reads no entry of a list that is too long. */
  const lengthMax = Math.min(...z.core.util.sizeCaps(schema._zod.def.checks).map(([max]) => max));
  const fits = (value: unknown) => Array.isArray(value) && value.length <= lengthMax;
  return containerPart(schema, fits, {
    read: (sent) => {
      const value = sent as unknown[];
      let made = value;
      for (let at = 0; at < value.length; at++) {
        const read = readEntry(value[at]);
        if (read === invalid) return invalid;
        if (read === value[at]) continue;
        if (made === value) made = value.slice();
        made[at] = read;
      }
      return made;
    },
    explain: (sent, max) => {
      const value = sent as unknown[];
      const made: unknown[] = [];
      const issues: Payload['issues'] = [];
      for (let at = 0; at < value.length && issues.length < max; at++) {
        const payload = explained(entry, value[at], max - issues.length);
        made.push(payload.value);
        issues.push(...z.core.util.prefixIssues(at, payload.issues));
      }
      return { value: made, issues };
    },
  });
}

/** A schema that also takes `absent`, beside what its inner schema takes. */
function absentPart(innerType: Schema, absent: null | undefined): Part {
  const { read, explain } = partOf(innerType);
  return { read: (value) => (value === absent ? value : read(value)), explain };
}

function pipePart(first: Part, second: Part): Part {
  return {
    read: (value) => {
      const made = first.read(value);
      return made === invalid ? invalid : second.read(made);
    },
    explain: (value, max) => {
      const made = first.read(value);
      return made === invalid ? first.explain(value, max) : second.explain(made, max);
    },
  };
}

/** A union whose options differ in the values of one member. */
function choicePart(schema: z.core.$ZodUnion): Part {
  const none = zodPart(schema);
  const { discriminator, unionFallback, options } = schema._zod.def as z.core.$ZodDiscriminatedUnionDef;
  if (discriminator === undefined || unionFallback === true) return none;
  const parts = new Map<unknown, Part>();
  for (const option of options) {
    const part = partOf(option);
    for (const value of option._zod.propValues?.[discriminator] ?? []) parts.set(value, part);
  }
  const chosen = (value: unknown): Part => (isObject(value) && parts.get(value[discriminator])) || none;
  return {
    read: (value) => chosen(value).read(value),
    explain: (value, max) => chosen(value).explain(value, max),
  };
}

/** A text, a number or a flag, without a format that has a parser of its own. */
function scalarPart(schema: Schema, def: z.core.$ZodTypeDef & { readonly coerce?: boolean | undefined }): Part {
  const slow = zodPart(schema);
  const isFormat = schema._zod.traits.has('$ZodCheck');
  const isWhole = isFormat && 'format' in def && def.format === 'safeint';
  if (def.coerce === true || (isFormat && !isWhole)) return slow;
  const { type } = def;
  const isOfType = isWhole
    ? Number.isSafeInteger
    : type === 'number'
      ? Number.isFinite
      : (value: unknown) => typeof value === type;
  const steps = (def.checks ?? []).map(stepOf);
  const read =
    steps.length === 0
      ? (value: unknown) => (isOfType(value) ? value : invalid)
      : (value: unknown) => (isOfType(value) ? stepped(steps, value) : invalid);
  return { read, explain: slow.explain };
}
