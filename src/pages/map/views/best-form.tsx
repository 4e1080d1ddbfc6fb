/** The form for the best available seats: how many, at which price, accessible ones, together or not. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, SelectField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { cartSize } from '../shop.ts';
import { text } from '../texts.ts';
import { numberText } from '../words.ts';
import type { ViewProperties } from './actions.ts';

export function BestForm({ state, actions }: ViewProperties): ComponentChild {
  const [wanted, setWanted] = useState(state.wishes.partySize);
  /** A price's id; 0: any. */
  const [priceId, setPriceId] = useState(0);
  const [isTogether, setTogether] = useState(true);
  const [isAccessible, setAccessible] = useState(false);
  const { offer, wishes } = state;
  const room = state.maxSeats - cartSize(state);
  // The service chooses by price and section, not among named seats.
  if (room <= 0 || state.plan?.seatCount === 0 || wishes.seats !== null) return null;
  const count = Math.min(wanted, room);
  const counts = Array.from({ length: room }, (_, at) => ({ value: String(at + 1), label: numberText(at + 1) }));
  const prices = (offer?.prices ?? []).filter(({ id }, place) => {
    return (offer?.left[place] ?? 0) > 0 && (wishes.prices?.has(id) ?? true);
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (state.isBusy) return;
    const ofPrice = priceId === 0 ? {} : { priceIds: [priceId] };
    const accessible = isAccessible ? { accessible: count } : {};
    actions.take({ bestAvailable: { count, together: isTogether, ...ofPrice, ...accessible } });
  };
  return (
    <Card title={text('bestTitle')}>
      <form class="best" onSubmit={submit}>
        <div class="best__fields">
          <SelectField
            label={text('seatsField')}
            options={counts}
            value={String(count)}
            onChoose={(value) => setWanted(Number(value))}
          />
          <SelectField
            label={text('priceField')}
            options={[
              { value: '0', label: text('anyPrice') },
              ...prices.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={String(priceId)}
            onChoose={(value) => setPriceId(Number(value))}
          />
        </div>
        <div class="best__checks">
          <CheckField label={text('sideBySide')} isChecked={isTogether} onCheck={setTogether} />
          <CheckField label={text('accessible')} isChecked={isAccessible} onCheck={setAccessible} />
        </div>
        <Button isOff={state.isBusy}>{text('findBest')}</Button>
      </form>
    </Card>
  );
}
