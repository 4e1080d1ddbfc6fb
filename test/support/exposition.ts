/**
 * A strict parser of Prometheus’ text format, and the naming rules of `promtool check metrics`. Each violated rule
 * becomes a line of text.
 */

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Everything under one HELP and TYPE. */
export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Sample[];
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const labelPair = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\[\\\\"n])*)"';
const helpLine = new RegExp(`^# HELP (${metricName}) (.+)$`);
const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram)$`);
const sampleLine = new RegExp(`^(${metricName})(?:\\{(${labelPair}(?:,${labelPair})*)\\})? (\\S+)$`);
const number = /^(?:[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|Inf)|NaN)$/i;

/** Parses a text; throws at the first line that violates the format. */
export function readExposition(text: string): Family[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families: Family[] = [];
  const seen = new Set<string>();
  let help: [name: string, text: string] | null = null;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, helpName, helpText] = helpLine.exec(line) ?? [];
    const [, typeName, type] = typeLine.exec(line) ?? [];
    if (helpName !== undefined) {
      if (families.some(({ name }) => name === helpName)) throw new Error(`${helpName} comes twice`);
      help = [helpName, helpText ?? ''];
    } else if (typeName !== undefined) {
      if (help?.[0] !== typeName) throw new Error(`${typeName} has a type and no help`);
      families.push({ name: typeName, type: type ?? '', help: help[1], samples: [] });
    } else {
      const family = families.at(-1);
      const sample = readSample(line);
      if (family === undefined || !namesOf(family).includes(sample.name)) throw new Error(`out of place: ${line}`);
      const series = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
      if (seen.has(series)) throw new Error(`a series comes twice: ${line}`);
      seen.add(series);
      family.samples.push(sample);
    }
  }
  return families;
}

function readSample(line: string): Sample {
  const [, name, labels = ''] = sampleLine.exec(line) ?? [];
  const value = line.slice(line.lastIndexOf(' ') + 1);
  if (name === undefined || !number.test(value)) throw new Error(`not a sample: ${line}`);
  const pairs = [...labels.matchAll(new RegExp(labelPair, 'g'))].map(([, label, text]) => [label, text] as const);
  if (new Set(pairs.map(([label]) => label)).size !== pairs.length) throw new Error(`a label comes twice: ${line}`);
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity')) };
}

/** The names of the samples that a family may have. */
export function namesOf({ name, type }: Family): string[] {
  return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

/** The violations of the rules for names, labels and histogram buckets. */
export function lint(families: readonly Family[]): string[] {
  return families.flatMap((family) =>
    [...nameRules, ...labelRules, ...histogramRules].flatMap(([rule, holds]) =>
      holds(family) ? [] : [`${family.name}: ${rule}`],
    ),
  );
}

type Rule = readonly [rule: string, holds: (family: Family) => boolean];

/** Units that are abbreviated or are not base units; the base units are seconds, bytes and ratios. */
const badUnits =
  /_(?:s|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d|milliseconds|microseconds|nanoseconds|minutes|hours|days|kilobytes|megabytes|gigabytes|bits|percent)(?:_total|_info)?$/;

const nameRules: readonly Rule[] = [
  ['a counter ends in _total, nothing else does', ({ name, type }) => name.endsWith('_total') === (type === 'counter')],
  ['is in snake case, without colons', ({ name }) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)],
  ['does not say its type', ({ name }) => !/(?:^|_)(?:counter|gauge|histogram|summary)(?:_|$)/.test(name)],
  ['has a base unit', ({ name }) => !badUnits.test(name)],
  ['ends in nothing that histograms need', ({ name }) => !/_(?:bucket|count|sum)$/.test(name)],
  ['has a help of its own', ({ help, name }) => help.trim() !== '' && help !== name],
];

const labelRules: readonly Rule[] = [
  [
    'has labels in snake case',
    ({ samples }) =>
      samples.every(({ labels }) => Object.keys(labels).every((label) => /^[a-z][a-z0-9_]*$/.test(label))),
  ],
  [
    'has le on buckets alone',
    ({ samples }) => samples.every(({ name, labels }) => name.endsWith('_bucket') === 'le' in labels),
  ],
];

const histogramRules: readonly Rule[] = [
  ['has buckets that grow up to the count', (family) => family.type !== 'histogram' || addsUp(family)],
];

function addsUp({ name, samples }: Family): boolean {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(Object.entries(labels)));
  return [...series.values()].every((all) => {
    const buckets = all.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => Number(labels.le?.replace('Inf', 'Infinity')));
    const count = all.find((sample) => sample.name === `${name}_count`)?.value;
    const grows = (values: readonly number[], least: number) =>
      values.every((value, at) => at === 0 || value - (values[at - 1] as number) >= least);
    return (
      grows(bounds, Number.EPSILON) &&
      bounds.at(-1) === Number.POSITIVE_INFINITY &&
      grows(
        buckets.map(({ value }) => value),
        0,
      ) &&
      buckets.at(-1)?.value === count &&
      all.filter((sample) => sample.name === `${name}_sum`).length === 1
    );
  });
}
