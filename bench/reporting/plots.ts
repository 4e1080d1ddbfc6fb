/** Draws plots as SVG text, here and not in the reader's browser: a page with them needs no script and no network. */
import * as echarts from 'echarts';
import type { Axis, Plot } from '../scenarios/study.ts';
import type { Figures } from './summary.ts';
import { shown } from './wording.ts';

/** The package's own types cannot be found from an ES module of Node. */
interface Charts {
  init(element: null, theme: null, options: object): Chart;
}

interface Chart {
  setOption(option: object): void;
  renderToSVGString(): string;
  dispose(): void;
}

const { init } = echarts as unknown as Charts;
const widthPx = 600;
const heightPx = 320;
const barPx = 26;
const colours = ['#2457c5', '#d9541e', '#1a8a5a', '#8a3fb5', '#b88a00', '#5a6472'];
/** Without a browser the widths of texts are estimates, so the items of the legend get some room. */
const legend = { top: 34, left: 12, itemGap: 26, icon: 'roundRect' };
const text = { fontFamily: 'Arial, sans-serif', color: '#334' };

/** A plot of lines. */
export function drawPlot({ title, x, y, lines }: Plot): string {
  return draw(heightPx, {
    title: { text: title, left: 12, top: 8, textStyle: { ...text, fontSize: 15 } },
    legend: { ...legend, textStyle: text, show: lines.length > 1 },
    grid: { left: 76, right: 28, top: lines.length > 1 ? 74 : 50, bottom: 52 },
    xAxis: axis(x, 30),
    yAxis: axis(y, 54),
    series: lines.map(({ name, points }) => ({
      name,
      type: 'line',
      symbol: 'circle',
      symbolSize: 7,
      data: points.map((point) => [...point]),
    })),
  });
}

/** Throughput of every scenario, one bar for each number of connections. */
export function drawThroughput(figures: readonly Figures[]): string {
  const scenarios = [...new Set(figures.map(({ scenario }) => scenario))].reverse();
  const sizes = [...new Set(figures.map(({ connections }) => connections))];
  const rateOf = (scenario: string, size: number) =>
    figures.find((line) => line.scenario === scenario && line.connections === size)?.perSecond ?? null;
  const perScenario = barPx * Math.max(1.4, sizes.length * 0.9);
  return draw(90 + scenarios.length * perScenario, {
    title: { text: 'Per second, medians', left: 12, top: 8, textStyle: { ...text, fontSize: 15 } },
    legend: { ...legend, textStyle: text },
    grid: { left: 176, right: 70, top: 66, bottom: 16 },
    xAxis: { type: 'value', show: false },
    yAxis: { type: 'category', data: scenarios, axisLabel: text, axisTick: { show: false } },
    series: sizes.map((size) => ({
      name: `${size} connections`,
      type: 'bar',
      barMaxWidth: barPx * 0.7,
      label: { show: true, position: 'right', ...text, formatter: ({ value }: { value: unknown }) => label(value) },
      data: scenarios.map((scenario) => rateOf(scenario, size)),
    })),
  });
}

function label(value: unknown): string {
  return typeof value === 'number' ? shown(Math.round(value)) : '';
}

function axis({ name, isLogarithmic = false }: Axis, nameGap: number): object {
  return {
    type: isLogarithmic ? 'log' : 'value',
    name,
    nameLocation: 'middle',
    nameGap,
    nameTextStyle: text,
    axisLabel: { ...text, formatter: (value: number) => shown(value) },
    splitLine: { lineStyle: { color: '#e6e8ee' } },
  };
}

function draw(height: number, option: object): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: widthPx, height });
  try {
    chart.setOption({ animation: false, color: colours, ...option });
    return chart.renderToSVGString();
  } finally {
    chart.dispose();
  }
}
