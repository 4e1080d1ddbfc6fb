/**
 * One plot over time, with its newest values as text, or those of the moment under the pointer. Follows the theme and
 * the width of its place. Describes itself to screen readers.
 */
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { onThemeChange } from '../shared/theme.ts';
import type { ActivityHistory, Column } from './activity-history.ts';
import { clockTime } from './format.ts';
import { text } from './texts.ts';

interface PlotLine {
  readonly label: string;
  readonly column: Column;
  /** The counts of a step are divided by its seconds. */
  readonly isRate: boolean;
  /** Number of its colour, from 1. */
  readonly colour: 1 | 2 | 3 | 4;
}

export interface PlotPlan {
  readonly title: string;
  readonly unit: string;
  readonly lines: readonly PlotLine[];
  readonly format: (value: number) => string;
  /** The values are whole numbers. */
  readonly isWhole: boolean;
}

interface Properties {
  readonly plan: PlotPlan;
  /** Null: nothing is known yet. */
  readonly data: uPlot.AlignedData | null;
}

const colours = { 1: '--sold', 2: '--held', 3: '--good', 4: '--danger' } as const;
/** Steps of the axis between whole numbers: 1, 2, 5, 10 and so on. */
const wholeSteps = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
/** The clock shows no seconds, so the axis has at most one entry a minute. */
const clockSteps = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * 60);
/** All plots with this key show the same moment under the pointer. */
const syncKey = 'usher-activity';

/** The times and the values of all lines for the last `seconds`. */
export function plotData({ lines }: PlotPlan, history: ActivityHistory, seconds: number): uPlot.AlignedData {
  const columns = lines.map(({ column, isRate }) => {
    const { at, values } = history.line(column, seconds);
    const step = isRate ? history.stepSeconds : 1;
    return { at, values: values.map((value) => (value === null ? null : value / step)) };
  });
  return [[...(columns[0]?.at ?? [])], ...columns.map(({ values }) => values)];
}

export function Plot({ plan, data }: Properties): ComponentChild {
  const area = useRef<HTMLDivElement>(null);
  /** The place under the pointer in the columns. */
  const [pointed, setPointed] = useState<number | null>(null);
  const picture = useRef<Picture | null>(null);
  useEffect(() => {
    const made = new Picture(area.current as HTMLElement, plan, setPointed);
    picture.current = made;
    return () => made.close();
  }, [plan]);
  useEffect(() => {
    if (data !== null) picture.current?.show(data);
    setPointed(null);
  }, [data]);
  const valueText = (line: number): string => {
    const column = data?.[line + 1] ?? [];
    const value = pointed === null ? Array.from(column).findLast((one) => typeof one === 'number') : column[pointed];
    return typeof value === 'number' ? plan.format(value) : '–';
  };
  return (
    <section class="card plot">
      <div class="plot-head">
        <h3>
          {`${plan.title} `}
          <span class="quiet-text">{plan.unit}</span>
        </h3>
        <ul class="plot-values">
          {plan.lines.map(({ label, colour }, line) => (
            <li key={label}>
              <span class={`swatch line-${colour}`} />
              {label}
              <strong>{valueText(line)}</strong>
            </li>
          ))}
        </ul>
      </div>
      <div class="plot-area" role="img" ref={area} aria-label={descriptionOf(plan, data)} />
    </section>
  );
}

/** For screen readers: what the picture shows. */
function descriptionOf({ title, unit, lines, format }: PlotPlan, data: uPlot.AlignedData | null): string {
  const parts = lines.map(({ label }, line) => {
    const values = Array.from(data?.[line + 1] ?? []).filter((value) => typeof value === 'number');
    if (values.length === 0) return text('nothingYet', { label });
    return text('nowAndHighest', { label, now: format(values.at(-1) as number), highest: format(Math.max(...values)) });
  });
  return text('plotTold', { title, unit, lines: parts.join('; ') });
}

/** The drawing itself, which Preact does not touch. */
class Picture {
  readonly #area: HTMLElement;
  readonly #plan: PlotPlan;
  readonly #onPoint: (place: number | null) => void;
  readonly #resize: ResizeObserver;
  readonly #endTheme: () => void;
  #data: uPlot.AlignedData | null = null;
  #drawn: uPlot | null = null;
  /** As last observed: elements may have no size when the theme changes. */
  #size = { width: 0, height: 0 };

  constructor(area: HTMLElement, plan: PlotPlan, onPoint: (place: number | null) => void) {
    this.#area = area;
    this.#plan = plan;
    this.#onPoint = onPoint;
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#resize.observe(area);
    this.#endTheme = onThemeChange(() => this.#draw());
  }

  show(data: uPlot.AlignedData): void {
    this.#data = data;
    if (this.#drawn === null) this.#draw();
    else this.#drawn.setData(data);
  }

  close(): void {
    this.#endTheme();
    this.#resize.disconnect();
    this.#drawn?.destroy();
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#area;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#drawn?.setSize(this.#size);
  }

  #draw(): void {
    this.#drawn?.destroy();
    if (this.#data !== null) this.#drawn = new uPlot(this.#options(), this.#data, this.#area);
  }

  #options(): uPlot.Options {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const size = Number.parseFloat(style.fontSize) * 0.72;
    const axis: uPlot.Axis = {
      stroke: colour('--ink-quiet'),
      font: `${size}px ${getComputedStyle(document.body).fontFamily}`,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const { format, isWhole, lines } = this.#plan;
    const steps = isWhole ? { incrs: wholeSteps } : {};
    return {
      width: Math.max(this.#size.width || this.#area.clientWidth, 120),
      height: Math.max(this.#size.height || this.#area.clientHeight, 80),
      padding: [6, size * 1.6, 0, 0],
      legend: { show: false },
      cursor: { sync: { key: syncKey }, drag: { x: false, y: false }, y: false },
      scales: { x: { time: true }, y: { range: (_plot, _low, high) => [0, Math.max(1, (high ?? 0) * 1.12)] } },
      axes: [
        {
          ...axis,
          incrs: clockSteps,
          size: size * 2.1,
          grid: { show: false },
          space: 70,
          values: (_plot, times) => times.map((seconds) => clockTime(seconds * 1_000)),
        },
        {
          ...axis,
          ...steps,
          size: size * 4.2,
          space: 28,
          values: (_plot, values) => values.map((value) => format(value)),
        },
      ],
      series: [
        {},
        ...lines.map((line) => ({
          label: line.label,
          stroke: colour(colours[line.colour]),
          width: 1.75,
          spanGaps: false,
          points: { show: false },
        })),
      ],
      hooks: { setCursor: [({ cursor }) => this.#onPoint(cursor.idx ?? null)] },
    };
  }
}
