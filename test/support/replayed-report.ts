/** What a report of an event must say by the replayed journal alone. */
import type { CommonQueryMethods } from 'slonik';
import type { EventState } from '#domain/event-state.ts';
import type { Grouping } from '#reports/groups.ts';
import { readSectionPlan } from '#storage/reports/layout-places.ts';
import { naiveReport } from './naive-report.ts';

type Named = { readonly name: string };
type Shown = string | null | Named | { readonly cause: string; readonly allotment: Named };

/** Rows as `naiveReport` makes them. */
export async function replayedReport(
  connection: CommonQueryMethods,
  schemaId: number,
  state: EventState,
  by: readonly Grouping[],
): Promise<ReadonlyMap<string, string>> {
  const { runs, sections } = await readSectionPlan(connection, schemaId);
  const sectionOf = (seat: number): string => {
    const run = runs.find(([, first, count]) => seat >= first && seat < first + count);
    return sections[run?.[0] ?? -1]?.name ?? '';
  };
  return naiveReport(state, sectionOf, by);
}

type AnsweredRow = Record<string, Shown> & {
  readonly total: number;
  readonly amounts: readonly { readonly amount: number }[];
};

/** Rows of an answered report, in the same form. All amounts are in one currency. */
export function answeredReport(rows: readonly AnsweredRow[], by: readonly Grouping[]): ReadonlyMap<string, string> {
  const text = (value: Shown): string => {
    if (value === null || typeof value === 'string') return value ?? '-';
    return 'cause' in value ? `${value.cause} from ${value.allotment.name}` : value.name;
  };
  return new Map(
    rows.map((row) => [
      by.map((name) => text(row[name] as Shown)).join('|'),
      `${row.places} ${row.unoccupied} ${row.units} EUR=${row.amounts[0]?.amount ?? 0} ${Math.round(row.total * 100)}`,
    ]),
  );
}
