/**
 * A new layout for a venue: from a generator, with a picture that follows each figure, or from a file. A generated one is
 * an empty schema that is drawn by the same call as every later change.
 */
import type { ComponentChild } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { speech } from '../../languages/speech.ts';
import { Button } from '../../shared/components/button.tsx';
import { ErrorText } from '../../shared/components/dialogs.tsx';
import { NumberField, SelectField, TextField } from '../../shared/components/fields.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { useDesk, useTitle } from '../desk.ts';
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
import { text } from './texts.ts';

const choices = Object.entries(generators).map(([value, { label }]) => ({ value, label }));
const seatsMax = 500_000;

export function NewLayoutPage({ venueId }: { readonly venueId: number }): ComponentChild {
  const [name, setName] = useState('');
  useTitle(text('newLayout'));
  return (
    <>
      <div class="page-head">
        <h1>{text('newLayout')}</h1>
        <a href="#/venues">{text('allVenues')}</a>
      </div>
      <section class="card editor-panel">
        <TextField label={text('layoutName')} value={name} maxLength={255} required onText={setName} />
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
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [names, setNames] = useState(usualNames);
  const generator: Generator = generators[kind];
  const sketch = useMemo(() => {
    const filled = Object.entries(typed).filter(([, entered]) => entered.trim() !== '');
    const figures = Object.fromEntries(filled.map(([field, entered]) => [field, Number(entered)]));
    return generator.make({ ...usualFigures(generator), ...figures }, names);
  }, [generator, typed, names]);
  const { seats, places } = countsOf(sketch);
  const make = (): void => {
    void run(async () => {
      if (name === '') throw new RangeError(text('giveLayoutName'));
      if (seats > seatsMax) throw new RangeError(text('seatsAtMost', { most: seatsMax }));
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
    setTyped({});
  };
  return (
    <section class="card editor-panel" aria-label={text('generateLayout')}>
      <h2>{text('generate')}</h2>
      <div class="editor">
        <Preview sketch={sketch} />
        <div>
          <FigureFields
            kind={kind}
            typed={typed}
            names={names}
            onKind={choose}
            onText={(field, entered) => setTyped({ ...typed, [field]: entered })}
            onNames={setNames}
          />
          <p role="status">
            {speech().list([text('seatCount', { count: seats }), text('placeCount', { count: places })])}
          </p>
          <ErrorText text={failure === null ? '' : problemText(failure)} />
          <Button look="primary" isOff={isBusy} onPress={make}>
            {text('makeLayout')}
          </Button>
        </div>
      </div>
    </section>
  );
}

interface FigureProperties {
  readonly kind: GeneratorName;
  readonly typed: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly onKind: (kind: string) => void;
  readonly onText: (field: string, entered: string) => void;
  readonly onNames: (names: Names) => void;
}

function FigureFields({ kind, typed, names, onKind, onText, onNames }: FigureProperties): ComponentChild {
  return (
    <>
      <SelectField label={text('kindOfHouse')} options={choices} value={kind} onChoose={onKind} />
      <div class="editor-fields">
        {generators[kind].fields.map((field) => (
          <NumberField
            key={field.name}
            label={field.label}
            value={typed[field.name] ?? String(field.value)}
            hint={text('fromTo', field)}
            onText={(entered) => onText(field.name, entered)}
          />
        ))}
      </div>
      <div class="editor-fields">
        <SelectField
          label={text('seatNumbers')}
          options={seatOrders}
          value={names.seats.from}
          onChoose={(from) => onNames({ ...names, seats: { ...names.seats, from: from as SeatNumbering['from'] } })}
        />
        <SelectField
          label={text('rowNames')}
          options={rowOrders}
          value={names.rows.from}
          onChoose={(from) => onNames({ ...names, rows: { ...names.rows, from: from as RowNumbering['from'] } })}
        />
      </div>
    </>
  );
}

/** The picture is a frame behind the figures, so that typing is never slow. */
function Preview({ sketch }: { readonly sketch: Sketch }): ComponentChild {
  const surface = useRef<HTMLDivElement>(null);
  const map = useRef<EditorMap | null>(null);
  useLayoutEffect(() => {
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
      <div ref={surface} class="map-surface" role="application" aria-label={text('preview')} />
    </div>
  );
}
