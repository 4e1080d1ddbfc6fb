/** Finds sessions by what their properties say, such as the name of a person. The caller bounds the rows that are looked at. */
import { type FragmentSqlToken, sql } from 'slonik';
import { contains } from '../database/paging.ts';

/** The properties are kept as they were sent: letters of other scripts may be escaped in them. Names of members do not count. */
export function nameCondition(name: string): FragmentSqlToken {
  const written = JSON.stringify(name).slice(1, -1);
  const escaped = written.replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const values = sql.fragment`regexp_replace(properties, ${'"(\\\\.|[^"\\\\])*":'}, '', 'g')`;
  const inText = (part: string) =>
    sql.fragment`${contains(sql.fragment`properties`, part)} and ${contains(values, part)}`;
  return sql.fragment`(${inText(written)} or ${inText(escaped)})`;
}
