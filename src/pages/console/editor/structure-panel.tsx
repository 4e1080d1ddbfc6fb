/** The sections of a drawing with what they contain, their names and places; and what can be added to it. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NumberField, SelectField, TextField } from '../../shared/components/fields.tsx';
import { useDesk } from '../desk.ts';
import { FormDialog } from '../dialogs.tsx';
import { count } from '../format.ts';
import { wholeNumber } from '../whole-number.ts';
import type { Section } from './drawing.ts';
import { addRow, addShape, type NewShape, rename } from './edit.ts';
import { type Editing, newGuid } from './editing.ts';
import type { EditorMap } from './editor-map.ts';

const capacityMax = 1_000_000;
const rowSeatsMax = 500;
const kinds = [
  { value: 'row', label: 'Row of seats' },
  { value: 'area', label: 'Area with places' },
  { value: 'stage', label: 'Stage' },
  { value: 'rectangle', label: 'Rectangle' },
  { value: 'circle', label: 'Circle' },
  { value: 'text', label: 'Text' },
];

interface Properties {
  readonly editing: Editing;
  readonly map: EditorMap | null;
}

export function StructurePanel({ editing, map }: Properties): ComponentChild {
  return (
    <section class="card editor-panel" aria-label="Layout">
      <h2>Add</h2>
      <Adding editing={editing} map={map} />
      <h2>Sections</h2>
      <Sections editing={editing} />
    </section>
  );
}

function Adding({ editing, map }: Properties): ComponentChild {
  const sections = [...editing.history.drawing.sections.values()].filter(({ ga }) => !ga);
  const [kind, setKind] = useState('row');
  const [home, setHome] = useState('');
  const [text, setText] = useState('');
  const [seats, setSeats] = useState('10');
  const { tell } = useDesk();
  const add = (): void => {
    const at = map?.middle ?? { x: 0, y: 0 };
    const { drawing } = editing.history;
    const number = Number(seats);
    if (kind !== 'row') editing.do(addShape(drawing, kind as NewShape, text.trim(), at, newGuid));
    else if (!Number.isInteger(number) || number < 1 || number > rowSeatsMax) {
      tell(`Seats must be a whole number from 1 to ${rowSeatsMax}.`);
    } else editing.do(addRow(drawing, drawing.sections.get(home) ?? null, number, at, newGuid));
  };
  const homes = [
    { value: '', label: 'A new section' },
    ...sections.map(({ guid, name }) => ({ value: guid, label: name })),
  ];
  return (
    <div class="editor-fields">
      <SelectField label="What" options={kinds} value={kind} onChoose={setKind} />
      {kind === 'row' ? (
        <>
          <SelectField label="In" options={homes} value={home} onChoose={setHome} />
          <NumberField label="Seats" value={seats} onText={setSeats} />
        </>
      ) : (
        <TextField label="Words" value={text} maxLength={200} onText={setText} />
      )}
      <Button onPress={add}>Add</Button>
    </div>
  );
}

function Sections({ editing }: Pick<Properties, 'editing'>): ComponentChild {
  const { open } = useDesk();
  const { drawing } = editing.history;
  const rows = Map.groupBy(drawing.rows.values(), ({ section }) => section);
  const seats = Map.groupBy(drawing.seats.values(), ({ row }) => row);
  const seatsOf = (guid: string): string[] =>
    (rows.get(guid) ?? []).flatMap((row) => (seats.get(row.guid) ?? []).map((seat) => seat.guid));
  const outlinesOf = (guid: string): string[] =>
    [...drawing.shapes.values()].filter(({ section }) => section === guid).map((shape) => shape.guid);
  return (
    <ul class="editor-sections">
      {[...drawing.sections.values()].map((section) => {
        const { guid, name, ga, capacity } = section;
        const own = seatsOf(guid);
        return (
          <li key={guid}>
            <span class="two-lines">
              {name}
              <span class="second">{ga ? `${count(capacity)} places` : `${count(own.length)} seats`}</span>
            </span>
            <Button isSmall aria-label={`Select ${name}`} onPress={() => editing.select([...own, ...outlinesOf(guid)])}>
              Select
            </Button>
            <Button
              isSmall
              aria-label={`Change ${name}`}
              onPress={() => open(<SectionForm section={section} editing={editing} />)}
            >
              Change
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function SectionForm({ section, editing }: { readonly section: Section; readonly editing: Editing }): ComponentChild {
  const { open } = useDesk();
  const [name, setName] = useState(section.name);
  const [places, setPlaces] = useState(String(section.capacity));
  const [problem, setProblem] = useState('');
  const change = (): void => {
    try {
      const capacity = section.ga ? (wholeNumber('Places', places, 0, capacityMax) ?? 0) : section.capacity;
      const wanted = name.trim();
      if (wanted === '') throw new RangeError('Name must not be empty.');
      editing.do(rename(editing.history.drawing, section, wanted, capacity));
      open(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <FormDialog
      title={`Change ${section.name}`}
      action="Change"
      isBusy={false}
      problem={problem}
      onClose={() => open(null)}
      onSubmit={change}
    >
      <TextField label="Name" value={name} maxLength={255} onText={setName} />
      {section.ga && <NumberField label="Places" value={places} onText={setPlaces} />}
    </FormDialog>
  );
}
