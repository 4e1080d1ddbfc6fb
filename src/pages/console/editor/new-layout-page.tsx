/**
 * A new layout for a venue: from a generator, with a picture that follows each figure, or from a file. A generated one is
 * an empty schema that is drawn by the same call as every later change.
 */
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { ErrorText } from '../../shared/components/dialogs.tsx';
import { NumberField, SelectField, TextField } from '../../shared/components/fields.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk, useTitle } from '../desk.ts';
import { count } from '../format.ts';
import { problemText } from '../refusal.ts';
import { newGuid } from './editing.ts';
import { EditorMap } from './editor-map.ts';
import { type Generator, type GeneratorName, generators, type Names, usualFigures, usualNames } from './generators.ts';
import { ImportForm } from './import-form.tsx';
import type { RowNumbering, SeatNumbering } from './numbering.ts';
import { rowOrders, seatOrders } from './selection-panel.tsx';
import { sentAsNew } from './sent.ts';
import { countsOf, type Sketch } from './sketch.ts';
import { sketchedDrawing } from './sketched.ts';

const choices = Object.entries(generators).map(([value, { label }]) => ({ value, label }));
const seatsMax = 500_000;

export function NewLayoutPage({ venueId }: { readonly venueId: number }): ComponentChild {
  const [name, setName] = useState('');
  useTitle('New layout');
  return (
    <>
      <div class="page-head">
        <h1>New layout</h1>
        <a href="#/venues">All venues</a>
      </div>
      <section class="card editor-panel">
        <TextField label="Name of the layout" value={name} maxLength={255} required onText={setName} />
      </section>
      <Generated venueId={venueId} name={name.trim()} />
      <ImportForm venueId={venueId} name={name.trim()} />
    </>
  );
}

interface Properties {
  readonly venueId: number;
  readonly name: string;
}

function Generated({ venueId, name }: Properties): ComponentChild {
  const { service } = useDesk();
  const { isBusy, failure, run } = useAction();
  const [kind, setKind] = useState<GeneratorName>('theatre');
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [names, setNames] = useState(usualNames);
  const generator: Generator = generators[kind];
  const sketch = useMemo(() => {
    const typed = Object.entries(texts).filter(([, text]) => text.trim() !== '');
    const figures = Object.fromEntries(typed.map(([field, text]) => [field, Number(text)]));
    return generator.make({ ...usualFigures(generator), ...figures }, names);
  }, [generator, texts, names]);
  const { seats, places } = countsOf(sketch);
  const make = (): void => {
    void run(async () => {
      if (name === '') throw new RangeError('Give the layout a name.');
      if (seats > seatsMax) throw new RangeError(`A layout has at most ${count(seatsMax)} seats.`);
      const schema = await service.ask((client) =>
        client.POST('/api/venues/{venueId}/schemas/', { params: { path: { venueId } }, body: { name } }),
      );
      const body = { ...sentAsNew(sketchedDrawing(sketch, newGuid)), focalPoint: sketch.focalPoint };
      await service.ask((client) =>
        client.PUT('/api/seatmap/{schemaId}/', { params: { path: { schemaId: schema.id } }, body }),
      );
      location.hash = `#/venues/${venueId}/${schema.id}`;
    });
  };
  const choose = (value: string): void => {
    setKind(value as GeneratorName);
    setTexts({});
  };
  return (
    <section class="card editor-panel" aria-label="Generate a layout">
      <h2>Generate</h2>
      <div class="editor">
        <Preview sketch={sketch} />
        <div>
          <FigureFields
            kind={kind}
            texts={texts}
            names={names}
            onKind={choose}
            onText={(field, text) => setTexts({ ...texts, [field]: text })}
            onNames={setNames}
          />
          <p role="status">{`${count(seats)} seats and ${count(places)} places`}</p>
          <ErrorText text={failure === null ? '' : problemText(failure)} />
          <Button look="primary" isOff={isBusy} onPress={make}>
            Make the layout
          </Button>
        </div>
      </div>
    </section>
  );
}

interface FigureProperties {
  readonly kind: GeneratorName;
  readonly texts: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly onKind: (kind: string) => void;
  readonly onText: (field: string, text: string) => void;
  readonly onNames: (names: Names) => void;
}

function FigureFields({ kind, texts, names, onKind, onText, onNames }: FigureProperties): ComponentChild {
  return (
    <div class="editor-fields">
      <SelectField label="Kind of house" options={choices} value={kind} onChoose={onKind} />
      {generators[kind].fields.map((field) => (
        <NumberField
          key={field.name}
          label={field.label}
          value={texts[field.name] ?? String(field.value)}
          hint={`${field.min} to ${count(field.max)}`}
          onText={(text) => onText(field.name, text)}
        />
      ))}
      <SelectField
        label="Seat numbers"
        options={seatOrders}
        value={names.seats.from}
        onChoose={(from) => onNames({ ...names, seats: { ...names.seats, from: from as SeatNumbering['from'] } })}
      />
      <SelectField
        label="Row names"
        options={rowOrders}
        value={names.rows.from}
        onChoose={(from) => onNames({ ...names, rows: { ...names.rows, from: from as RowNumbering['from'] } })}
      />
    </div>
  );
}

/** The picture is a frame behind the figures, so that typing is never slow. */
function Preview({ sketch }: { readonly sketch: Sketch }): ComponentChild {
  const surface = useRef<HTMLDivElement>(null);
  const map = useRef<EditorMap | null>(null);
  useEffect(() => {
    map.current = new EditorMap(surface.current as HTMLElement, { onPick() {}, onHover() {}, onFocus() {} });
  }, []);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      void map.current?.show(sketchedDrawing(sketch, newGuid), new Set()).then(() => map.current?.showAll());
    });
    return () => cancelAnimationFrame(frame);
  }, [sketch]);
  return (
    <div class="map-frame editor-frame">
      <div ref={surface} class="map-surface" role="application" aria-label="Preview of the layout" />
    </div>
  );
}
