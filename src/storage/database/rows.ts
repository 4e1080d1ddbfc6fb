/**
 * Describes the rows of a table once: the schema that checks them, the columns that a query selects, and what a list
 * can be sorted by. Also writes the members that a change gives. A member `schemaId` is the column `schema_id`, unless
 * the description gives it another expression.
 */
import { type FragmentSqlToken, type SerializableValue, sql } from 'slonik';
import type { z } from 'zod';

type Member<Schema extends z.ZodObject> = Extract<keyof z.output<Schema>, string>;

export interface Rows<Schema extends z.ZodType, Property extends string> {
  readonly row: Schema;
  /** The list behind `select` or `returning`. */
  readonly columns: FragmentSqlToken;
  readonly sortable: Readonly<Record<Property, FragmentSqlToken>>;
}

/** A member that is absent or undefined keeps its value. */
export type ChangeOf<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

export interface RowsOptions<Schema extends z.ZodObject, Property extends string> {
  /** Qualifies the columns, where a query names several tables. */
  readonly table?: string;
  /** The SQL of members that are not the column of their name. */
  readonly expressions?: { readonly [Name in Member<Schema>]?: FragmentSqlToken };
  /** The orders of a list that are no member, or not in the order of their member. */
  readonly orders?: Readonly<Record<Property, FragmentSqlToken>>;
}

/** `row`: the schema of a row, with its members in the order of the columns. */
export function rowsOf<Schema extends z.ZodObject, Property extends string = never>(
  row: Schema,
  { table, expressions = {}, orders }: RowsOptions<Schema, Property> = {},
): Rows<Schema, Member<Schema> | Property> {
  const members = Object.keys(row.shape) as Member<Schema>[];
  const expressionOf = (member: Member<Schema>): FragmentSqlToken => {
    const column = columnOf(member);
    return expressions[member] ?? sql.fragment`${sql.identifier(table === undefined ? [column] : [table, column])}`;
  };
  const columns = members.map((member) => sql.fragment`${expressionOf(member)} as ${sql.identifier([member])}`);
  const sortable = Object.fromEntries(members.map((member) => [member, expressionOf(member)]));
  return {
    row,
    columns: sql.fragment`${sql.join(columns, sql.fragment`, `)}`,
    sortable: { ...sortable, ...orders } as Rows<Schema, Member<Schema> | Property>['sortable'],
  };
}

/** The list behind `set`: each member's column gets its value, or keeps what it has. Objects are stored as JSON. */
export function assignments(change: ChangeOf<Readonly<Record<string, SerializableValue>>>): FragmentSqlToken {
  const assigned = Object.entries(change).map(([member, value]) => {
    const column = sql.identifier([columnOf(member)]);
    if (value === undefined) return sql.fragment`${column} = ${column}`;
    const isJson = typeof value === 'object' && value !== null;
    return sql.fragment`${column} = ${isJson ? sql.jsonb(value) : value}`;
  });
  return sql.fragment`${sql.join(assigned, sql.fragment`, `)}`;
}

/** `schemaId`: `schema_id`. */
export function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
