/** The panel of the selection: moves, turns, mirrors, aligns, copies, flags and numbers it. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, NumberField, SelectField } from '../../shared/components/fields.tsx';
import { amountOf } from '../format.ts';
import { type FlagName, flagNames } from './drawing.ts';
import { numberRows, numberSeats, setFlag, squeezeIn } from './edit.ts';
import { type Editing, newGuid } from './editing.ts';
import { type RowNumbering, type SeatNumbering, usualRows, usualSeats } from './numbering.ts';
import { align, distribute, type Edge, mirror, turn } from './place.ts';
import { UnitPanel } from './unit-panel.tsx';

const flagLabels: Readonly<Record<FlagName, string>> = {
  isAccessible: 'Accessible',
  isMarked: 'Marked',
  isHidden: 'Hidden',
  isWheelchair: 'Wheelchair place',
  isCompanion: 'Companion seat',
  isStepFree: 'Step-free',
  isHearing: 'Hearing loop',
  isRestrictedView: 'Restricted view',
};
const flags = flagNames.map((value) => ({ value, label: flagLabels[value] }));
const edges: readonly { readonly value: Edge; readonly label: string }[] = [
  { value: 'left', label: 'Left' },
  { value: 'centre', label: 'Centre' },
  { value: 'right', label: 'Right' },
  { value: 'top', label: 'Top' },
  { value: 'middle', label: 'Middle' },
  { value: 'bottom', label: 'Bottom' },
];
export const seatOrders = [
  { value: 'left', label: 'From the left' },
  { value: 'right', label: 'From the right' },
  { value: 'oddLeft', label: 'From the centre, odd on the left' },
  { value: 'oddRight', label: 'From the centre, odd on the right' },
];
export const rowOrders = [
  { value: 'front', label: 'From the front' },
  { value: 'back', label: 'From the back' },
];

interface Properties {
  readonly editing: Editing;
}

export function SelectionPanel({ editing }: Properties): ComponentChild {
  const { selection, history } = editing;
  const seats = [...selection].filter((guid) => history.drawing.seats.has(guid)).length;
  const words = `${amountOf(seats, 'seat')} and ${amountOf(selection.size - seats, 'shape')} selected`;
  return (
    <section class="card editor-panel" aria-label="Selection">
      <h2>Selection</h2>
      <p role="status">{words}</p>
      <div class="row">
        <Button onPress={editing.selectAll}>Select all</Button>
        <Button isOff={selection.size === 0} onPress={editing.copy}>
          Copy
        </Button>
        <Button look="danger" isOff={selection.size === 0} onPress={editing.remove}>
          Remove
        </Button>
      </div>
      <Placing editing={editing} />
      <Flags editing={editing} />
      <SeatNumbers editing={editing} />
      <RowNames editing={editing} />
      <UnitPanel editing={editing} />
    </section>
  );
}

/** A finite number; 0 of what is none. */
function numberIn(text: string): number {
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : 0;
}

function Placing({ editing }: Properties): ComponentChild {
  const [by, setBy] = useState({ x: '0', y: '0', angle: '15' });
  const [edge, setEdge] = useState<Edge>('left');
  const { selection, history } = editing;
  const isOff = selection.size === 0;
  return (
    <details>
      <summary>Place</summary>
      <div class="editor-fields">
        <NumberField label="To the right" value={by.x} onText={(x) => setBy({ ...by, x })} />
        <NumberField label="Down" value={by.y} onText={(y) => setBy({ ...by, y })} />
        <Button isOff={isOff} onPress={() => editing.moveBy(numberIn(by.x), numberIn(by.y))}>
          Move
        </Button>
        <NumberField label="Degrees" value={by.angle} onText={(angle) => setBy({ ...by, angle })} />
        <Button isOff={isOff} onPress={() => editing.do(turn(history.drawing, selection, numberIn(by.angle)))}>
          Turn
        </Button>
        <SelectField label="Edge" options={edges} value={edge} onChoose={(value) => setEdge(value as Edge)} />
        <Button isOff={isOff} onPress={() => editing.do(align(history.drawing, selection, edge))}>
          Align
        </Button>
      </div>
      <div class="row">
        <Button isOff={isOff} onPress={() => editing.do(mirror(history.drawing, selection, 'x'))}>
          Mirror left and right
        </Button>
        <Button isOff={isOff} onPress={() => editing.do(mirror(history.drawing, selection, 'y'))}>
          Mirror top and bottom
        </Button>
        <Button isOff={isOff} onPress={() => editing.do(distribute(history.drawing, selection, 'x'))}>
          Distribute across
        </Button>
        <Button isOff={isOff} onPress={() => editing.do(distribute(history.drawing, selection, 'y'))}>
          Distribute down
        </Button>
      </div>
    </details>
  );
}

function Flags({ editing }: Properties): ComponentChild {
  const [flag, setFlagName] = useState<FlagName>('isWheelchair');
  const { selection, history } = editing;
  const set = (isOn: boolean): void => editing.do(setFlag(history.drawing, selection, flag, isOn));
  return (
    <details>
      <summary>Kind of seat</summary>
      <div class="editor-fields">
        <SelectField label="Kind" options={flags} value={flag} onChoose={(value) => setFlagName(value as FlagName)} />
        <Button isOff={selection.size === 0} onPress={() => set(true)}>
          Set
        </Button>
        <Button isOff={selection.size === 0} onPress={() => set(false)}>
          Clear
        </Button>
      </div>
    </details>
  );
}

function SeatNumbers({ editing }: Properties): ComponentChild {
  const [numbering, setNumbering] = useState(usualSeats);
  const [texts, setTexts] = useState({ first: '1', step: '1' });
  const [withGaps, setWithGaps] = useState(false);
  const { selection, history } = editing;
  const number = (): void => {
    const figures = {
      first: Math.max(0, Math.round(numberIn(texts.first))),
      step: Math.max(1, Math.round(numberIn(texts.step))),
    };
    editing.do(numberSeats(history.drawing, selection, { ...numbering, ...figures }, withGaps));
  };
  const squeezed = squeezeIn(history.drawing, selection, newGuid);
  return (
    <details>
      <summary>Seat numbers</summary>
      <div class="editor-fields">
        <SelectField
          label="Order"
          options={seatOrders}
          value={numbering.from}
          onChoose={(from) => setNumbering({ ...numbering, from: from as SeatNumbering['from'] })}
        />
        <NumberField label="First" value={texts.first} onText={(first) => setTexts({ ...texts, first })} />
        <NumberField label="Step" value={texts.step} onText={(step) => setTexts({ ...texts, step })} />
      </div>
      <CheckField
        label="Letters"
        isChecked={numbering.kind === 'letters'}
        onCheck={(isOn) => setNumbering({ ...numbering, kind: isOn ? 'letters' : 'numbers' })}
      />
      <CheckField label="Missing seats use up numbers" isChecked={withGaps} onCheck={setWithGaps} />
      <div class="row">
        <Button isOff={selection.size === 0} onPress={number}>
          Number the seats
        </Button>
        <Button isOff={squeezed === null} onPress={() => squeezed !== null && editing.do(squeezed)}>
          Squeeze in a seat
        </Button>
      </div>
    </details>
  );
}

function RowNames({ editing }: Properties): ComponentChild {
  const [numbering, setNumbering] = useState(usualRows);
  const { selection, history } = editing;
  return (
    <details>
      <summary>Row names</summary>
      <SelectField
        label="Order"
        options={rowOrders}
        value={numbering.from}
        onChoose={(from) => setNumbering({ ...numbering, from: from as RowNumbering['from'] })}
      />
      <CheckField
        label="Numbers"
        isChecked={numbering.kind === 'numbers'}
        onCheck={(isOn) => setNumbering({ ...numbering, kind: isOn ? 'numbers' : 'letters' })}
      />
      <CheckField
        label="Without the letters I and O"
        isChecked={numbering.skipped !== ''}
        onCheck={(isOn) => setNumbering({ ...numbering, skipped: isOn ? 'IO' : '' })}
      />
      <div class="row">
        <Button
          isOff={selection.size === 0}
          onPress={() => editing.do(numberRows(history.drawing, selection, numbering))}
        >
          Name the rows
        </Button>
      </div>
    </details>
  );
}
