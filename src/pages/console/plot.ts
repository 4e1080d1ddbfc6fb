/**
 * One plot over time, with its newest values as text, or those of the moment under the pointer. Follows the theme and
 * the width of its place. Describes itself to screen readers.
 */
import uPlot from 'uplot';
import { onThemeChange } from '../shared/theme.ts';
import type { ActivityHistory, Column } from './activity-history.ts';
import { element } from './element.ts';

export interface PlotLine {
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

const colours = { 1: '--sold', 2: '--held', 3: '--good', 4: '--danger' } as const;
/** Steps of the axis between whole numbers: 1, 2, 5, 10 and so on. */
const wholeSteps = Array.from({ length: 9 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();
/** The clock shows no seconds, so the axis has at most one entry a minute. */
const clockSteps = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * 60);
/** All plots with this key show the same moment under the pointer. */
const syncKey = 'usher-activity';

export class Plot {
  readonly content: HTMLElement;
  readonly #plan: PlotPlan;
  readonly #area = element('div', { class: 'plot-area' });
  readonly #values: readonly HTMLElement[];
  readonly #resize: ResizeObserver;
  readonly #endTheme: () => void;
  #data: uPlot.AlignedData = [[]];
  #drawn: uPlot | null = null;
  /** As last observed: elements may have no size when the theme changes. */
  #size = { width: 0, height: 0 };

  constructor(plan: PlotPlan) {
    this.#plan = plan;
    this.#values = plan.lines.map(() => element('strong', {}, '–'));
    const entries = plan.lines.map(({ label, colour }, at) =>
      element('li', {}, element('span', { class: `swatch line-${colour}` }), label, this.#values[at] as HTMLElement),
    );
    const head = element(
      'div',
      { class: 'plot-head' },
      element('h3', {}, `${plan.title} `, element('span', { class: 'quiet-text' }, plan.unit)),
      element('ul', { class: 'plot-values' }, ...entries),
    );
    this.#area.setAttribute('role', 'img');
    this.content = element('section', { class: 'card plot' }, head, this.#area);
    this.#resize = new ResizeObserver(() => this.#fit());
    this.#resize.observe(this.#area);
    this.#endTheme = onThemeChange(() => this.#draw());
  }

  show(history: ActivityHistory, seconds: number): void {
    const lines = this.#plan.lines.map(({ column, isRate }) => {
      const { at, values } = history.line(column, seconds);
      const step = isRate ? history.stepSeconds : 1;
      return { at, values: values.map((value) => (value === null ? null : value / step)) };
    });
    this.#data = [[...(lines[0]?.at ?? [])], ...lines.map(({ values }) => values)];
    if (this.#drawn === null) this.#draw();
    else this.#drawn.setData(this.#data);
    this.#tellValues(null);
    this.#describe();
  }

  close(): void {
    this.#endTheme();
    this.#resize.disconnect();
    this.#drawn?.destroy();
  }

  /** The values of one moment, or the newest ones. */
  #tellValues(at: number | null): void {
    for (const [line, value] of this.#values.entries()) {
      const column = this.#data[line + 1] ?? [];
      const shown = at === null ? lastOf(column) : (column[at] ?? null);
      value.textContent = shown === null ? '–' : this.#plan.format(shown);
    }
  }

  /** For screen readers: what the picture shows. */
  #describe(): void {
    const { title, unit, lines, format } = this.#plan;
    const parts = lines.map(({ label }, at) => {
      const values = (this.#data[at + 1] ?? []).filter((value) => typeof value === 'number');
      if (values.length === 0) return `${label}: nothing yet`;
      return `${label}: now ${format(values.at(-1) as number)}, highest ${format(Math.max(...values))}`;
    });
    this.#area.setAttribute('aria-label', `${title} ${unit}. ${parts.join('; ')}.`);
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.#area;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#drawn?.setSize(this.#size);
  }

  #draw(): void {
    this.#drawn?.destroy();
    this.#drawn = new uPlot(this.#options(), this.#data, this.#area);
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
    const { format, isWhole } = this.#plan;
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
          values: (_plot, times) => times.map(clockOf),
        },
        {
          ...axis,
          ...steps,
          size: size * 4.2,
          space: 28,
          values: (_plot, values) => values.map((value) => format(value)),
        },
      ],
      series: [{}, ...this.#plan.lines.map((line) => seriesOf(line, colour(colours[line.colour])))],
      hooks: { setCursor: [({ cursor }) => this.#tellValues(cursor.idx ?? null)] },
    };
  }
}

function seriesOf({ label }: PlotLine, stroke: string): uPlot.Series {
  return { label, stroke, width: 1.75, spanGaps: false, points: { show: false } };
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

function clockOf(seconds: number): string {
  return clock.format(seconds * 1_000);
}

function lastOf(values: ArrayLike<number | null | undefined>): number | null {
  for (let at = values.length - 1; at >= 0; at--) if (typeof values[at] === 'number') return values[at] as number;
  return null;
}
