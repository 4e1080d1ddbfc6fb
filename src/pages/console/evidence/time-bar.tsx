/** The moment that is shown, and the ways to another one: a slider, an exact time, and the change before or after. */
import type { ComponentChild } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { Badge } from '../../shared/components/words.tsx';
import { exactInstant, localTime } from '../format.ts';
import type { Moment } from '../seat-board.ts';
import { text as words } from '../texts.ts';
import { text } from './texts.ts';

/** The event after a change, or at a time in milliseconds; neither: now. */
export interface Wanted {
  readonly sequence?: number;
  readonly time?: number;
}

interface Properties {
  /** When the kept history begins; null: not known. */
  readonly begins: number | null;
  /** When the last change was made that the page knows. */
  readonly ends: number;
  /** What is shown; null: nothing yet. */
  readonly moment: Moment | null;
  readonly wanted: Wanted;
  readonly onWanted: (wanted: Wanted) => void;
}

const steps = 1_000;

export function TimeBar({ begins, ends, moment, wanted, onWanted }: Properties): ComponentChild {
  const isNow = wanted.sequence === undefined && wanted.time === undefined;
  const last = isNow && moment !== null ? Math.max(ends, Date.parse(moment.at)) : ends;
  const shownAt = wanted.time ?? (moment === null ? last : Date.parse(moment.at));
  const step = (by: number): void => {
    if (moment !== null) onWanted({ sequence: Math.max(1, moment.sequence + by) });
  };
  return (
    <section class="card panel time-bar" aria-label={text('moment')}>
      <div class="row spread">
        <h2>
          {isNow ? text('eventNow') : text('eventAsItWas')} {!isNow && <Badge look="warn">{text('past')}</Badge>}
        </h2>
        <div class="row">
          <Button isOff={moment === null || moment.sequence <= 1} onPress={() => step(-1)}>
            {text('changeBefore')}
          </Button>
          <Button isOff={moment === null || isNow} onPress={() => step(1)}>
            {text('changeAfter')}
          </Button>
          <Button isOff={isNow} onPress={() => onWanted({})}>
            {text('now')}
          </Button>
        </div>
      </div>
      {begins !== null && begins < last && (
        <Slider from={begins} to={last} at={shownAt} onTime={(time) => onWanted({ time })} />
      )}
      <ExactTime at={shownAt} onTime={(time) => onWanted({ time: Math.min(time, last) })} />
      <p role="status">
        {moment !== null && text('afterChange', { sequence: moment.sequence, at: exactInstant(moment.at) })}
      </p>
    </section>
  );
}

interface SliderProperties {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly onTime: (time: number) => void;
}

function Slider({ from, to, at, onTime }: SliderProperties): ComponentChild {
  const place = Math.round((steps * (Math.min(Math.max(at, from), to) - from)) / (to - from));
  const slide = (event: Event): void => {
    const chosen = Number((event.target as HTMLInputElement).value);
    onTime(Math.round(from + ((to - from) * chosen) / steps));
  };
  return (
    <div class="slider">
      <span>{exactInstant(from)}</span>
      <input
        type="range"
        min={0}
        max={steps}
        value={place}
        aria-label={text('time')}
        aria-valuetext={exactInstant(at)}
        onInput={slide}
      />
      <span>{exactInstant(to)}</span>
    </div>
  );
}

/** Shows the time of the moment until the person enters another. */
function ExactTime({ at, onTime }: Pick<SliderProperties, 'at' | 'onTime'>): ComponentChild {
  const [entered, setEntered] = useState('');
  // At once: what a person types before it would be lost.
  useLayoutEffect(() => setEntered(localTime(new Date(at).toISOString())), [at]);
  const go = (event: Event): void => {
    event.preventDefault();
    const time = new Date(entered).getTime();
    if (Number.isFinite(time)) onTime(time);
  };
  return (
    <form class="row end" onSubmit={go}>
      <TextField label={text('timeInYourZone')} type="datetime-local" step={1} value={entered} onText={setEntered} />
      <Button>{words('show')}</Button>
    </form>
  );
}
