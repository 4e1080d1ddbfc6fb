/** The plots of an event’s last minutes or hour. Loaded after the totals and the map, because their library has 52 KB. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import type { ActivityHistory } from './activity-history.ts';
import { count, rate, span } from './format.ts';
import { Plot, type PlotPlan, plotData } from './plot.tsx';
import { text } from './texts.ts';

const ranges = [
  { label: span('minute', 10), seconds: 600 },
  { label: span('minute', 30), seconds: 1_800 },
  { label: span('hour', 1), seconds: 3_600 },
] as const;

const plans: readonly PlotPlan[] = [
  {
    title: text('plotBuying'),
    unit: text('perSecond'),
    format: rate,
    isWhole: false,
    lines: [
      { label: text('holds'), column: 'holds', isRate: true, colour: 2 },
      { label: text('checkouts'), column: 'checkouts', isRate: true, colour: 1 },
      { label: text('confirmations'), column: 'confirmations', isRate: true, colour: 3 },
    ],
  },
  {
    title: text('liveSessions'),
    unit: '',
    format: count,
    isWhole: true,
    lines: [
      { label: text('choosing'), column: 'activeSessions', isRate: false, colour: 2 },
      { label: text('paying'), column: 'pendingSessions', isRate: false, colour: 1 },
    ],
  },
  {
    title: text('queue'),
    unit: text('queueTickets'),
    format: count,
    isWhole: true,
    lines: [
      { label: text('waiting'), column: 'waiting', isRate: false, colour: 1 },
      { label: text('admitted'), column: 'admitted', isRate: false, colour: 3 },
    ],
  },
  {
    title: text('journalAppend'),
    unit: text('milliseconds'),
    format: rate,
    isWhole: false,
    lines: [
      { label: text('mean'), column: 'appendMs', isRate: false, colour: 1 },
      { label: text('slowest'), column: 'slowestAppendMs', isRate: false, colour: 4 },
    ],
  },
];

interface Properties {
  readonly history: ActivityHistory;
  /** False: nothing has been read yet. */
  readonly isKnown: boolean;
}

export function ActivityPlots({ history, isKnown }: Properties): ComponentChild {
  const [seconds, setSeconds] = useState<number>(ranges[2].seconds);
  return (
    <div class="stack">
      <div class="row spread">
        <h2>{text('activity')}</h2>
        <fieldset class="segments" aria-label={text('timeShown')}>
          {ranges.map((range) => (
            <Button
              key={range.label}
              aria-pressed={range.seconds === seconds}
              onPress={() => setSeconds(range.seconds)}
            >
              {range.label}
            </Button>
          ))}
        </fieldset>
      </div>
      <div class="plots">
        {plans.map((plan) => (
          <Plot key={plan.title} plan={plan} data={isKnown ? plotData(plan, history, seconds) : null} />
        ))}
      </div>
    </div>
  );
}
