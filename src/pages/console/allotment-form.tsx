/** The form of an allotment: who may take its seats, in which time, and when they are released. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { NumberField, type Option, SelectField, TextField } from '../shared/components/fields.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { localTime } from './format.ts';
import { text } from './sale-texts.ts';
import { text as words } from './texts.ts';
import { wholeNumber } from './whole-number.ts';

export type Allotment = components['schemas']['Allotment'];
type Terms = components['schemas']['AllotmentTerms'];
type WhenSold = NonNullable<NonNullable<Allotment['release']>['whenSold']>;

interface Properties {
  readonly eventId: string;
  /** Null: a new one. */
  readonly allotment: Allotment | null;
  /** All of the event: a release can give seats to one of them. */
  readonly others: readonly Allotment[];
  readonly onDone: (done: string) => void;
}

/** The fields as text. */
interface Draft {
  readonly name: string;
  readonly access: Terms['access'];
  readonly opensAt: string;
  readonly closesAt: string;
  readonly most: string;
  readonly releaseAt: string;
  /** Empty: not by what is sold. */
  readonly whenSold: WhenSold | '';
  /** Empty: the public. */
  readonly to: string;
}

const accesses = [
  { value: 'PUBLIC', label: words('everybody') },
  { value: 'PASS', label: text('accessPass') },
  { value: 'STAFF', label: text('accessStaff') },
  { value: 'NEED', label: text('accessNeed') },
];

const scopes = [
  { value: '', label: text('notBySales') },
  { value: 'EVENT', label: text('whenEventSold') },
  { value: 'SECTION', label: text('whenSectionSold') },
  { value: 'PRICE', label: text('whenPriceSold') },
];

const mostMax = 1_000_000;

function draftOf(allotment: Allotment | null): Draft {
  const timeOf = (at: string | null | undefined): string => (at == null ? '' : localTime(at));
  return {
    name: allotment?.name ?? '',
    access: allotment?.access ?? 'PASS',
    opensAt: timeOf(allotment?.opensAt),
    closesAt: timeOf(allotment?.closesAt),
    most: allotment?.maxSeatsPerSession == null ? '' : String(allotment.maxSeatsPerSession),
    releaseAt: timeOf(allotment?.release?.at),
    whenSold: allotment?.release?.whenSold ?? '',
    to: allotment?.release?.to ?? '',
  };
}

/** Throws a `RangeError` for the person when something is missing or out of bounds. */
function termsOf(draft: Draft, before: Allotment | null): Terms {
  const name = draft.name.trim();
  if (name === '') throw new RangeError(words('enterName'));
  const instantOf = (entered: string): string | null => (entered === '' ? null : new Date(entered).toISOString());
  const [at, whenSold] = [instantOf(draft.releaseAt), draft.whenSold === '' ? null : draft.whenSold];
  const isReleased = at !== null || whenSold !== null;
  return {
    name,
    access: draft.access,
    colour: before?.colour ?? null,
    opensAt: instantOf(draft.opensAt),
    closesAt: instantOf(draft.closesAt),
    maxSeatsPerSession: wholeNumber(text('ticketsInOneOrder'), draft.most, 1, mostMax),
    release: isReleased ? { at, whenSold, to: draft.to === '' ? null : draft.to } : null,
  };
}

export function AllotmentForm({ eventId, allotment, others, onDone }: Properties): ComponentChild {
  const { service } = useDesk();
  const [draft, setDraft] = useState<Draft>(() => draftOf(allotment));
  const change = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed });
  const write = async (): Promise<null> => {
    const body = termsOf(draft, allotment);
    await service.ask<Allotment>((client) =>
      allotment === null
        ? client.POST('/api/private/v2.0/events/{id}/allotments/', { params: { path: { id: eventId } }, body })
        : client.PUT('/api/private/v2.0/events/{id}/allotments/{allotmentId}', {
            params: { path: { id: eventId, allotmentId: allotment.id } },
            body,
          }),
    );
    onDone(text(allotment === null ? 'allotmentMade' : 'allotmentChanged', { name: body.name }));
    return null;
  };
  const targets = others.filter(({ id }) => id !== allotment?.id).map(({ id, name }) => ({ value: id, label: name }));
  const labels =
    allotment === null
      ? { title: text('newAllotment'), action: text('makeAllotment') }
      : { title: words('changeTitle', { name: allotment.name }), action: words('save') };
  return (
    <Ask {...labels} onAction={write}>
      <Fields draft={draft} targets={targets} onChange={change} />
    </Ask>
  );
}

interface FieldsProperties {
  readonly draft: Draft;
  /** The allotments that a release can give seats to. */
  readonly targets: readonly Option[];
  readonly onChange: (changed: Partial<Draft>) => void;
}

function Fields({ draft, targets, onChange }: FieldsProperties): ComponentChild {
  return (
    <>
      <TextField
        label={words('name')}
        maxLength={255}
        autoComplete="off"
        value={draft.name}
        onText={(name) => onChange({ name })}
      />
      <SelectField
        label={text('whoMayTake')}
        options={accesses}
        value={draft.access}
        onChoose={(access) => onChange({ access: access as Terms['access'] })}
      />
      <div class="pair">
        <Time
          label={words('opensAt')}
          hint={text('opensAtOpenHint')}
          value={draft.opensAt}
          onText={(opensAt) => onChange({ opensAt })}
        />
        <Time
          label={text('closesAt')}
          hint={text('closesAtHint')}
          value={draft.closesAt}
          onText={(closesAt) => onChange({ closesAt })}
        />
      </div>
      <NumberField
        label={text('ticketsInOneOrder')}
        hint={text('ticketsInOneOrderHint')}
        value={draft.most}
        onText={(most) => onChange({ most })}
      />
      <div class="pair">
        <Time
          label={text('releasedAt')}
          hint={text('releasedAtHint')}
          value={draft.releaseAt}
          onText={(releaseAt) => onChange({ releaseAt })}
        />
        <SelectField
          label={text('releasedWhen')}
          options={scopes}
          value={draft.whenSold}
          onChoose={(whenSold) => onChange({ whenSold: whenSold as WhenSold | '' })}
        />
      </div>
      <SelectField
        label={text('releasedTo')}
        options={[{ value: '', label: words('everybody') }, ...targets]}
        value={draft.to}
        onChoose={(to) => onChange({ to })}
      />
    </>
  );
}

interface TimeProperties {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

function Time(properties: TimeProperties): ComponentChild {
  return <TextField {...properties} type="datetime-local" step={1} />;
}
