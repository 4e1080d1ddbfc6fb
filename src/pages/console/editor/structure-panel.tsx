/** The sections of a drawing with what they contain, their names and places; and what can be added to it. */
import type { ComponentChild } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { NumberField, SelectField, TextField } from '../../shared/components/fields.tsx';
import { useDesk } from '../desk.ts';
import { FormDialog } from '../dialogs.tsx';
import { text as words } from '../texts.ts';
import { wholeNumber } from '../whole-number.ts';
import { type Drawing, type Section, seatsIn } from './drawing.ts';
import { addRow, addShape, type NewShape, rename } from './edit.ts';
import { type Editing, newGuid } from './editing.ts';
import type { EditorMap } from './editor-map.ts';
import { text } from './texts.ts';

const capacityMax = 1_000_000;
const rowSeatsMax = 500;
const kinds = [
  { value: 'row', label: text('rowOfSeats') },
  { value: 'area', label: text('areaWithPlaces') },
  { value: 'stage', label: text('stage') },
  { value: 'rectangle', label: text('rectangle') },
  { value: 'circle', label: text('circle') },
  { value: 'text', label: text('textShape') },
];

interface Properties {
  readonly editing: Editing;
  readonly map: EditorMap | null;
}

export function StructurePanel({ editing, map }: Properties): ComponentChild {
  return (
    <section class="card editor-panel" aria-label={text('layout')}>
      <h2>{text('add')}</h2>
      <Adding editing={editing} map={map} />
      <h2>{text('sections')}</h2>
      <Sections editing={editing} />
    </section>
  );
}

function Adding({ editing, map }: Properties): ComponentChild {
  const sections = [...editing.history.drawing.sections].filter(({ ga }) => !ga);
  const [kind, setKind] = useState('row');
  const [home, setHome] = useState('');
  const [shown, setShown] = useState('');
  const [seats, setSeats] = useState('10');
  const { tell } = useDesk();
  const add = (): void => {
    const at = map?.middle ?? { x: 0, y: 0 };
    const { drawing } = editing.history;
    const number = Number(seats);
    if (kind !== 'row') editing.do(addShape(drawing, kind as NewShape, shown.trim(), at, newGuid));
    else if (!Number.isInteger(number) || number < 1 || number > rowSeatsMax) {
      tell(words('wholeNumberFrom', { name: words('seats'), min: 1, max: rowSeatsMax }));
    } else editing.do(addRow(drawing, drawing.sections.get(home) ?? null, number, at, newGuid));
  };
  const homes = [
    { value: '', label: text('newSection') },
    ...sections.map(({ guid, name }) => ({ value: guid, label: name })),
  ];
  return (
    <div class="editor-fields">
      <SelectField label={text('what')} options={kinds} value={kind} onChoose={setKind} />
      {kind === 'row' ? (
        <>
          <SelectField label={text('inSection')} options={homes} value={home} onChoose={setHome} />
          <NumberField label={words('seats')} value={seats} onText={setSeats} />
        </>
      ) : (
        <TextField label={text('words')} value={shown} maxLength={200} onText={setShown} />
      )}
      <Button onPress={add}>{text('add')}</Button>
    </div>
  );
}

function Sections({ editing }: Pick<Properties, 'editing'>): ComponentChild {
  const { sections, rows, seatsOf } = editing.history.drawing;
  const latest = useRef(editing);
  latest.current = editing;
  // Most changes leave the list as it is, and it can have hundreds of lines.
  return useMemo(() => {
    const counts = new Map<string, number>();
    for (const { guid, section } of rows) {
      const seats = seatsOf[rows.placeOf(guid)]?.length ?? 0;
      counts.set(section, (counts.get(section) ?? 0) + seats);
    }
    return (
      <ul class="editor-sections">
        {Array.from(sections, (section) => (
          <SectionLine key={section.guid} section={section} seats={counts.get(section.guid) ?? 0} latest={latest} />
        ))}
      </ul>
    );
  }, [sections, rows, seatsOf]);
}

interface LineProperties {
  readonly section: Section;
  readonly seats: number;
  readonly latest: { readonly current: Editing };
}

function SectionLine({ section, seats, latest }: LineProperties): ComponentChild {
  const { open } = useDesk();
  const { name, ga, capacity } = section;
  return (
    <li>
      <span class="two-lines">
        {name}
        <span class="second">{ga ? text('placeCount', { count: capacity }) : text('seatCount', { count: seats })}</span>
      </span>
      <Button
        isSmall
        aria-label={text('selectNamed', { name })}
        onPress={() => latest.current.select(partsOf(latest.current.history.drawing, section.guid))}
      >
        {text('select')}
      </Button>
      <Button
        isSmall
        aria-label={words('changeNamed', { name })}
        onPress={() => open(<SectionForm section={section} editing={latest.current} />)}
      >
        {words('change')}
      </Button>
    </li>
  );
}

/** The seats and outlines of a section. */
function partsOf(drawing: Drawing, section: string): string[] {
  const rows = [...drawing.rows].filter((row) => row.section === section);
  const seats = rows.flatMap(({ guid }) => seatsIn(drawing, guid));
  const outlines = [...drawing.shapes].filter((shape) => shape.section === section);
  return [...seats, ...outlines].map(({ guid }) => guid);
}

function SectionForm({ section, editing }: { readonly section: Section; readonly editing: Editing }): ComponentChild {
  const { open } = useDesk();
  const [name, setName] = useState(section.name);
  const [places, setPlaces] = useState(String(section.capacity));
  const [problem, setProblem] = useState('');
  const change = (): void => {
    try {
      const capacity = section.ga ? (wholeNumber(words('places'), places, 0, capacityMax) ?? 0) : section.capacity;
      const wanted = name.trim();
      if (wanted === '') throw new RangeError(words('enterName'));
      editing.do(rename(editing.history.drawing, section, wanted, capacity));
      open(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <FormDialog
      title={words('changeTitle', section)}
      action={text('change')}
      isBusy={false}
      problem={problem}
      onClose={() => open(null)}
      onSubmit={change}
    >
      <TextField label={words('name')} value={name} maxLength={255} onText={setName} />
      {section.ga && <NumberField label={words('places')} value={places} onText={setPlaces} />}
    </FormDialog>
  );
}
