/**
 * The form of a unit's terms at one event: as its layout says, or how the event books it and how many guests it takes.
 * The service sets the terms of all units at once, so it reads the others first.
 */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../client/index.ts';
import { CheckField, NumberField, SelectField } from '../shared/components/fields.tsx';
import { Ask } from './ask.tsx';
import { useDesk } from './desk.ts';
import { text } from './sale-texts.ts';
import { listUnits } from './seat-places.ts';
import { text as words } from './texts.ts';
import { wholeNumber } from './whole-number.ts';

export type Unit = components['schemas']['EventUnit'];

export const bookings: Readonly<Record<Unit['booking'], string>> = {
  WHOLE: text('bookedWhole'),
  SEATS: text('bookedBySeat'),
};

const bookedNow = { WHOLE: 'unitBookedWhole', SEATS: 'unitBookedBySeat' } as const;

interface Properties {
  readonly eventId: string;
  readonly unit: Unit;
  readonly onDone: (done: string) => void;
}

/** The fields of a unit's terms; numbers as text. */
export interface UnitDraft {
  readonly booking: Unit['booking'];
  readonly min: string;
  readonly max: string;
}

interface Draft extends UnitDraft {
  readonly isOwn: boolean;
}

export function UnitForm({ eventId, unit, onDone }: Properties): ComponentChild {
  const { service } = useDesk();
  const [draft, setDraft] = useState<Draft>(() => draftOf(unit));
  const change = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed });
  const write = async (): Promise<null> => {
    const own = draft.isOwn ? [{ id: unit.id, ...bookedAs(draft, unit.seats.length) }] : [];
    const { units } = await service.ask((client) => listUnits(client, eventId));
    const others = units
      .filter(({ id, isOverridden }) => isOverridden && id !== unit.id)
      .map(({ id, booking, min, max }) => ({ id, booking, min, max }));
    const params = { path: { id: eventId } };
    const body = { units: [...others, ...own] };
    await service.ask((client) => client.PUT('/api/private/v2.0/events/{id}/units/', { params, body }));
    onDone(text(draft.isOwn ? bookedNow[draft.booking] : 'unitBookedAsLayout', unit));
    return null;
  };
  return (
    <Ask title={words('changeTitle', unit)} action={words('save')} onAction={write}>
      <CheckField label={text('ownTerms')} isChecked={draft.isOwn} onCheck={(isOwn) => change({ isOwn })} />
      {draft.isOwn && <BookingFields draft={draft} seats={unit.seats.length} onChange={change} />}
      <p class="hint">{text('cartsStay')}</p>
    </Ask>
  );
}

interface BookingProperties {
  readonly draft: UnitDraft;
  readonly seats: number;
  readonly onChange: (changed: Partial<UnitDraft>) => void;
}

export function BookingFields({ draft, seats, onChange }: BookingProperties): ComponentChild {
  return (
    <>
      <SelectField
        label={text('booked')}
        options={Object.entries(bookings).map(([value, label]) => ({ value, label }))}
        value={draft.booking}
        onChoose={(booking) => onChange({ booking: booking as Unit['booking'] })}
      />
      {draft.booking === 'WHOLE' && (
        <div class="pair">
          <NumberField
            label={text('guestsLeast')}
            hint={text('guestsLeastHint')}
            value={draft.min}
            onText={(min) => onChange({ min })}
          />
          <NumberField
            label={text('guestsMost')}
            hint={text('guestsMostHint', { count: seats })}
            value={draft.max}
            onText={(max) => onChange({ max })}
          />
        </div>
      )}
    </>
  );
}

function draftOf(unit: Unit): Draft {
  return { isOwn: unit.isOverridden, ...unitDraftOf(unit) };
}

type Terms = Pick<Unit, 'booking' | 'min' | 'max'>;

export function unitDraftOf({ booking, min, max }: Terms): UnitDraft {
  const textOf = (guests: number | null): string => (guests === null ? '' : String(guests));
  return { booking, min: textOf(min), max: textOf(max) };
}

/** Throws a `RangeError` for the person when a number is out of bounds. */
export function bookedAs({ booking, min, max }: UnitDraft, seats: number): Terms {
  if (booking === 'SEATS') return { booking, min: null, max: null };
  const least = wholeNumber(text('guestsLeast'), min, 1, seats);
  return { booking, min: least, max: wholeNumber(text('guestsMost'), max, least ?? 1, seats) };
}
