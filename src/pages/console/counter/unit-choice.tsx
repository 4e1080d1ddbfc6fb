/** Tables and boxes that are sold whole: one is chosen by its name, with its guests. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NumberField, SelectField } from '../../shared/components/fields.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { Failure } from '../failure.tsx';
import type { SeatBoard } from '../seat-board.ts';
import { wholeNumber } from '../whole-number.ts';
import type { Wish } from './counter-calls.ts';
import { text } from './texts.ts';
import type { WholeUnit } from './wares.ts';

interface Properties {
  readonly units: readonly WholeUnit[];
  readonly board: SeatBoard | null;
  readonly isBusy: boolean;
  readonly onWish: (wish: Wish) => void;
}

export function UnitChoice({ units, board, isBusy, onWish }: Properties): ComponentChild {
  const [chosen, setChosen] = useState('');
  const [guests, setGuests] = useState('');
  const { failure, run } = useAction();
  const free = units.filter(({ seats }) => seats.every((id) => isFree(board, id)));
  if (units.length === 0) return null;
  const unit = free.find(({ id }) => String(id) === chosen);
  const options = [
    { value: '', label: text('chooseUnit') },
    ...free.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const take = async (): Promise<void> => {
    if (unit === undefined) return;
    const { id, min, max } = unit;
    const number = guests.trim() === '' || min === null ? null : wholeNumber(text('guests'), guests, min, max ?? min);
    onWish({ units: [id], ...(number === null ? {} : { guests: { [id]: number } }) });
    setChosen('');
    setGuests('');
  };
  return (
    <fieldset class="form">
      <legend>{text('units')}</legend>
      <SelectField label={text('unit')} options={options} value={chosen} onChoose={setChosen} />
      {unit !== undefined && (
        <div class="row end">
          {unit.min !== null && (
            <NumberField
              label={text('guests')}
              hint={text('guestsBetween', { min: unit.min, max: unit.max ?? unit.seats.length })}
              value={guests}
              onText={setGuests}
            />
          )}
          <Button isOff={isBusy} onPress={() => void run(take)}>
            {text('takeUnit', { name: unit.name })}
          </Button>
        </div>
      )}
      <Failure of={failure} />
    </fieldset>
  );
}

function isFree(board: SeatBoard | null, id: number): boolean {
  const seat = board?.plan.seatById.get(id);
  return seat !== undefined && board?.kindAt(seat) === 'available';
}
