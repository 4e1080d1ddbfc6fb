/**
 * The rows of a report as bars: one bar for each thing of the first group, with a part for each row of it. The table below
 * says the same in numbers, so the picture is one image for screen readers.
 */
import type { ComponentChild } from 'preact';
import { speech } from '../../languages/speech.ts';
import { Named } from '../../shared/components/words.tsx';
import { count, share } from '../format.ts';
import { type Grouping, nameIn, type ReportRow } from './report-words.ts';
import { text } from './texts.ts';

/** More bars than a person compares. */
const barsMax = 24;
const colours = 6;

interface Bar {
  readonly name: string;
  readonly places: number;
  readonly parts: readonly { readonly name: string; readonly places: number }[];
}

export function ReportBars({ by, rows }: { readonly by: readonly Grouping[]; readonly rows: readonly ReportRow[] }) {
  const [first, ...others] = by;
  if (first === undefined) return null;
  const bars = barsOf(rows, first, others);
  const shown = bars.toSorted((one, other) => other.places - one.places).slice(0, barsMax);
  const names = [...new Set(shown.flatMap(({ parts }) => parts.map(({ name }) => name)))];
  const most = Math.max(1, ...shown.map(({ places }) => places));
  const look = (name: string): string => `part-${names.indexOf(name) % colours}`;
  return (
    <figure class="bars">
      <figcaption>
        {bars.length > shown.length
          ? text('largestOf', { shown: shown.length, all: bars.length })
          : text('boughtPlaces')}
        {others.length > 0 && (
          <ul class="legend">
            {names.slice(0, colours).map((name) => (
              <li key={name}>
                <span class={`swatch ${look(name)}`} />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {shown.map((bar) => (
        <div key={bar.name} class="bar">
          <Named class="bar-name" text={bar.name} />
          <BarPicture bar={bar} most={most} look={look} />
          <span class="number">{count(bar.places)}</span>
        </div>
      ))}
    </figure>
  );
}

interface PictureProperties {
  readonly bar: Bar;
  readonly most: number;
  readonly look: (name: string) => string;
}

/** As wide as the largest bar allows. */
function BarPicture({ bar, most, look }: PictureProperties): ComponentChild {
  let left = 0;
  const parts = bar.parts.map(({ name, places }) => {
    const x = left;
    left += places;
    return { name, places, x };
  });
  const told = parts.map(({ name, places }) => text('partShare', { name, share: share(places, bar.places) }));
  return (
    <svg
      class="bar-picture"
      viewBox={`0 0 ${most} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={speech().list(told)}
    >
      {parts.map(({ name, places, x }) => (
        <rect key={name} class={look(name)} x={x} y={0} width={places} height={1}>
          <title>{text('partIs', { name, places })}</title>
        </rect>
      ))}
    </svg>
  );
}

function barsOf(rows: readonly ReportRow[], first: Grouping, others: readonly Grouping[]): Bar[] {
  return [...Map.groupBy(rows, (row) => nameIn(row, first))].map(([name, own]) => {
    const parts = Map.groupBy(own, (row) => others.map((group) => nameIn(row, group)).join(' · ') || name);
    return {
      name,
      places: sumOf(own),
      parts: [...parts].map(([part, of]) => ({ name: part, places: sumOf(of) })),
    };
  });
}

function sumOf(rows: readonly ReportRow[]): number {
  return rows.reduce((sum, { places }) => sum + places, 0);
}
