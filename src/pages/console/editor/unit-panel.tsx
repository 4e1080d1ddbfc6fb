/** The part of the selection's panel for tables, boxes and booths: makes a unit of the selected seats and sets its terms. */
import type { ComponentChild } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { ErrorText } from '../../shared/components/dialogs.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { BookingFields, bookedAs, type UnitDraft, unitDraftOf } from '../unit-form.tsx';
import type { Unit } from './drawing.ts';
import { type Editing, newGuid } from './editing.ts';
import { text } from './texts.ts';
import { dissolve, makeUnit, setTerms, unitOfSelection, withUnits } from './units.ts';

const nameLengthMax = 255;

export function UnitPanel({ editing }: { readonly editing: Editing }): ComponentChild {
  const { selection, history } = editing;
  const { drawing } = history;
  const unit = unitOfSelection(drawing, selection);
  const seats = editing.seats.length;
  const isInUnit = [...drawing.units].some((one) => one.seats.some((guid) => selection.has(guid)));
  return (
    <details>
      <summary>{text('tablesAndBoxes')}</summary>
      <p role="status">
        {unit === null
          ? text('unitsInLayout', { count: drawing.units.size })
          : text('unitSeats', { name: unit.name, count: unit.seats.length })}
      </p>
      <div class="row">
        <Button
          isOff={seats === 0 || unit?.seats.length === seats}
          onPress={() => editing.do(makeUnit(drawing, selection, newGuid))}
        >
          {text('makeUnit')}
        </Button>
        <Button isOff={!isInUnit} onPress={() => editing.select([...withUnits(drawing, [...selection])])}>
          {text('selectWholeUnits')}
        </Button>
        <Button isOff={!isInUnit} onPress={() => editing.do(dissolve(drawing, selection))}>
          {text('dissolve')}
        </Button>
      </div>
      {unit !== null && <Terms editing={editing} unit={unit} />}
    </details>
  );
}

interface TermsProperties {
  readonly editing: Editing;
  readonly unit: Unit;
}

/** What is typed is not a change before the button is pressed. */
function Terms({ editing, unit }: TermsProperties): ComponentChild {
  const [name, setName] = useState(unit.name);
  const [draft, setDraft] = useState<UnitDraft>(() => unitDraftOf(unit));
  const [error, setError] = useState('');
  // At once: what a person types before it would be lost.
  useLayoutEffect(() => {
    setName(unit.name);
    setDraft(unitDraftOf(unit));
    setError('');
  }, [unit]);
  const set = (): void => {
    try {
      const units = [...editing.history.drawing.units];
      const own = name.trim();
      if (own === '') throw new RangeError(text('giveUnitName'));
      if (units.some((other) => other !== unit && other.name === own))
        throw new RangeError(text('anotherUnit', { name: own }));
      editing.do(setTerms(unit, { name: own, ...bookedAs(draft, unit.seats.length) }));
      setError('');
    } catch (failure) {
      if (!(failure instanceof RangeError)) throw failure;
      setError(failure.message);
    }
  };
  return (
    <div class="editor-terms">
      <TextField label={text('unitName')} maxLength={nameLengthMax} value={name} onText={setName} />
      <BookingFields
        draft={draft}
        seats={unit.seats.length}
        onChange={(changed) => setDraft({ ...draft, ...changed })}
      />
      <ErrorText text={error} />
      <Button onPress={set}>{text('setTerms')}</Button>
    </div>
  );
}
