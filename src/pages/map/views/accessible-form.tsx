/** The form for wheelchair places: how many, and how many companions sit beside them. The service chooses. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { SelectField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { cartSize } from '../shop.ts';
import { text } from '../texts.ts';
import { numberText } from '../words.ts';
import type { ViewProperties } from './actions.ts';

/** Companions of one wheelchair. */
const companionsMax = 3;

function upTo(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, at) => ({ value: String(from + at), label: numberText(from + at) }));
}

export function AccessibleForm({ state, actions }: ViewProperties): ComponentChild {
  const [wantedWheelchairs, setWheelchairs] = useState(1);
  const [wantedCompanions, setCompanions] = useState(1);
  const room = state.maxSeats - cartSize(state);
  if (room <= 0 || state.plan?.hasWheelchairPlaces !== true) return null;
  const wheelchairs = Math.min(wantedWheelchairs, room);
  const most = Math.min(room - wheelchairs, companionsMax * wheelchairs);
  const companions = Math.min(wantedCompanions, most);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!state.isBusy) actions.take({ accessible: { wheelchairs, companions } });
  };
  return (
    <Card title={text('wheelchairTitle')}>
      <form class="best" onSubmit={submit}>
        <div class="best__fields">
          <SelectField
            label={text('wheelchairs')}
            options={upTo(1, room)}
            value={String(wheelchairs)}
            onChoose={(value) => setWheelchairs(Number(value))}
          />
          <SelectField
            label={text('companions')}
            options={upTo(0, most)}
            value={String(companions)}
            onChoose={(value) => setCompanions(Number(value))}
          />
        </div>
        <p class="quiet-text">{text('companionsHint')}</p>
        <Button isOff={state.isBusy}>{text('findWheelchairPlaces')}</Button>
      </form>
    </Card>
  );
}
