/** The panel of the selection: moves, turns, mirrors, aligns, copies, flags and numbers it. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { speech } from '../../languages/speech.ts';
import { Button } from '../../shared/components/button.tsx';
import { CheckField, NumberField, SelectField } from '../../shared/components/fields.tsx';
import { text as words } from '../texts.ts';
import { type FlagName, flagNames } from './drawing.ts';
import { numberRows, numberSeats, setFlag, squeezeIn } from './edit.ts';
import { type Editing, newGuid } from './editing.ts';
import { type RowNumbering, type SeatNumbering, usualRows, usualSeats } from './numbering.ts';
import { align, distribute, type Edge, mirror, turn } from './place.ts';
import { text } from './texts.ts';
import { UnitPanel } from './unit-panel.tsx';

const flagLabels: Readonly<Record<FlagName, string>> = {
  isAccessible: text('accessible'),
  isMarked: text('marked'),
  isHidden: text('hidden'),
  isWheelchair: text('wheelchairPlace'),
  isCompanion: text('companionSeat'),
  isStepFree: text('stepFree'),
  isHearing: text('hearingLoop'),
  isRestrictedView: text('restrictedView'),
};
const flags = flagNames.map((value) => ({ value, label: flagLabels[value] }));
const edges: readonly { readonly value: Edge; readonly label: string }[] = [
  { value: 'left', label: text('left') },
  { value: 'centre', label: text('centre') },
  { value: 'right', label: text('right') },
  { value: 'top', label: text('top') },
  { value: 'middle', label: text('middle') },
  { value: 'bottom', label: text('bottom') },
];
export const seatOrders = [
  { value: 'left', label: text('fromLeft') },
  { value: 'right', label: text('fromRight') },
  { value: 'oddLeft', label: text('oddLeft') },
  { value: 'oddRight', label: text('oddRight') },
];
export const rowOrders = [
  { value: 'front', label: text('fromFront') },
  { value: 'back', label: text('fromBack') },
];

interface Properties {
  readonly editing: Editing;
}

export function SelectionPanel({ editing }: Properties): ComponentChild {
  const { selection } = editing;
  const seats = editing.seats.length;
  const parts = [text('seatCount', { count: seats }), text('shapeCount', { count: selection.size - seats })];
  return (
    <section class="card editor-panel" aria-label={text('selection')}>
      <h2>{text('selection')}</h2>
      <p role="status">{text('selected', { parts: speech().list(parts) })}</p>
      <div class="row">
        <Button onPress={editing.selectAll}>{text('selectAll')}</Button>
        <Button isOff={selection.size === 0} onPress={editing.copy}>
          {words('copy')}
        </Button>
        <Button look="danger" isOff={selection.size === 0} onPress={editing.remove}>
          {words('remove')}
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
function numberIn(entered: string): number {
  const number = Number(entered.replace(',', '.'));
  return Number.isFinite(number) ? number : 0;
}

function Placing({ editing }: Properties): ComponentChild {
  const [by, setBy] = useState({ x: '0', y: '0', angle: '15' });
  const [edge, setEdge] = useState<Edge>('left');
  const { selection, history } = editing;
  const isOff = selection.size === 0;
  return (
    <details>
      <summary>{text('placing')}</summary>
      <div class="editor-fields">
        <NumberField label={text('toTheRight')} value={by.x} onText={(x) => setBy({ ...by, x })} />
        <NumberField label={text('down')} value={by.y} onText={(y) => setBy({ ...by, y })} />
        <Button isOff={isOff} onPress={() => editing.moveBy(numberIn(by.x), numberIn(by.y))}>
          {text('move')}
        </Button>
      </div>
      <div class="editor-fields">
        <NumberField label={text('degrees')} value={by.angle} onText={(angle) => setBy({ ...by, angle })} />
        <Button isOff={isOff} onPress={() => editing.do(turn(history.drawing, selection, numberIn(by.angle)))}>
          {text('turn')}
        </Button>
      </div>
      <div class="editor-fields">
        <SelectField label={text('edge')} options={edges} value={edge} onChoose={(value) => setEdge(value as Edge)} />
        <Button isOff={isOff} onPress={() => editing.do(align(history.drawing, selection, edge))}>
          {text('align')}
        </Button>
      </div>
      <div class="row">
        <Button isOff={isOff} onPress={() => editing.do(mirror(history.drawing, selection, 'x'))}>
          {text('mirrorSides')}
        </Button>
        <Button isOff={isOff} onPress={() => editing.do(mirror(history.drawing, selection, 'y'))}>
          {text('mirrorEnds')}
        </Button>
        <Button isOff={isOff} onPress={() => editing.do(distribute(history.drawing, selection, 'x'))}>
          {text('distributeAcross')}
        </Button>
        <Button isOff={isOff} onPress={() => editing.do(distribute(history.drawing, selection, 'y'))}>
          {text('distributeDown')}
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
      <summary>{text('kindOfSeat')}</summary>
      <div class="editor-fields">
        <SelectField
          label={text('kind')}
          options={flags}
          value={flag}
          onChoose={(value) => setFlagName(value as FlagName)}
        />
        <Button isOff={selection.size === 0} onPress={() => set(true)}>
          {text('set')}
        </Button>
        <Button isOff={selection.size === 0} onPress={() => set(false)}>
          {text('unset')}
        </Button>
      </div>
    </details>
  );
}

function SeatNumbers({ editing }: Properties): ComponentChild {
  const [numbering, setNumbering] = useState(usualSeats);
  const [typed, setTyped] = useState({ first: '1', step: '1' });
  const [withGaps, setWithGaps] = useState(false);
  const { selection, history } = editing;
  const number = (): void => {
    const figures = {
      first: Math.max(0, Math.round(numberIn(typed.first))),
      step: Math.max(1, Math.round(numberIn(typed.step))),
    };
    editing.do(numberSeats(history.drawing, selection, { ...numbering, ...figures }, withGaps));
  };
  const squeezed = squeezeIn(history.drawing, selection, newGuid);
  return (
    <details>
      <summary>{text('seatNumbers')}</summary>
      <div class="editor-fields">
        <SelectField
          label={text('order')}
          options={seatOrders}
          value={numbering.from}
          onChoose={(from) => setNumbering({ ...numbering, from: from as SeatNumbering['from'] })}
        />
        <NumberField label={text('first')} value={typed.first} onText={(first) => setTyped({ ...typed, first })} />
        <NumberField label={text('step')} value={typed.step} onText={(step) => setTyped({ ...typed, step })} />
      </div>
      <CheckField
        label={text('letters')}
        isChecked={numbering.kind === 'letters'}
        onCheck={(isOn) => setNumbering({ ...numbering, kind: isOn ? 'letters' : 'numbers' })}
      />
      <CheckField label={text('gapsUseNumbers')} isChecked={withGaps} onCheck={setWithGaps} />
      <div class="row">
        <Button isOff={selection.size === 0} onPress={number}>
          {text('numberSeats')}
        </Button>
        <Button isOff={squeezed === null} onPress={() => squeezed !== null && editing.do(squeezed)}>
          {text('squeezeIn')}
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
      <summary>{text('rowNames')}</summary>
      <SelectField
        label={text('order')}
        options={rowOrders}
        value={numbering.from}
        onChoose={(from) => setNumbering({ ...numbering, from: from as RowNumbering['from'] })}
      />
      <CheckField
        label={text('numbers')}
        isChecked={numbering.kind === 'numbers'}
        onCheck={(isOn) => setNumbering({ ...numbering, kind: isOn ? 'numbers' : 'letters' })}
      />
      <CheckField
        label={text('withoutIAndO')}
        isChecked={numbering.skipped !== ''}
        onCheck={(isOn) => setNumbering({ ...numbering, skipped: isOn ? 'IO' : '' })}
      />
      <div class="row">
        <Button
          isOff={selection.size === 0}
          onPress={() => editing.do(numberRows(history.drawing, selection, numbering))}
        >
          {text('nameRows')}
        </Button>
      </div>
    </details>
  );
}
