/** The ticket types of a price in its form: one row of fields for each. Keeps them as text until `typesOf` reads them. */
import type { ComponentChild } from 'preact';
import type { components } from '../../client/index.ts';
import { Button } from '../shared/components/button.tsx';
import { CheckField, NumberField, TextField } from '../shared/components/fields.tsx';
import { amountField, enteredAmount, MoneyField } from './money-field.tsx';
import { text } from './sale-texts.ts';
import { text as words } from './texts.ts';
import { wholeNumber } from './whole-number.ts';

type TicketType = components['schemas']['TicketType'];

/** One type as text. */
export interface TypeDraft {
  readonly id: string;
  readonly name: string;
  readonly amount: string;
  readonly maxPerSession: string;
  readonly eventMax: string;
  readonly requiresPass: boolean;
}

const typesMax = 30;
const idMax = 64;
const perSessionMax = 1_000_000;
const perEventMax = 10_000_000;

const noType: TypeDraft = { id: '', name: '', amount: '', maxPerSession: '', eventMax: '', requiresPass: false };

export function draftsOf(types: readonly TicketType[] = [], currency?: string | null): readonly TypeDraft[] {
  const entered = (value: number | null | undefined): string => (value == null ? '' : String(value));
  return types.map(({ id, name, amount, maxPerSession, eventMax, requiresPass }) => ({
    ...{ id, name, amount: amountField(amount, currency), requiresPass: requiresPass === true },
    ...{ maxPerSession: entered(maxPerSession), eventMax: entered(eventMax) },
  }));
}

/** `currency` as entered. Throws a `RangeError` for the person when a type is incomplete. */
export function typesOf(drafts: readonly TypeDraft[], currency: string): TicketType[] {
  return drafts.map(({ id, name, amount, maxPerSession, eventMax, requiresPass }) => {
    const cost = enteredAmount(amount, currency);
    if (name.trim() === '' || cost === null) {
      throw new RangeError(text('typeIncomplete'));
    }
    return {
      ...{ id: id.trim() || name.trim().slice(0, idMax), name: name.trim(), amount: cost, requiresPass },
      maxPerSession: wholeNumber(text('typeInOneOrder', { name }), maxPerSession, 1, perSessionMax),
      eventMax: wholeNumber(text('typeInAll', { name }), eventMax, 0, perEventMax),
    };
  });
}

interface Properties {
  readonly types: readonly TypeDraft[];
  /** Of the price, as entered. */
  readonly currency: string;
  readonly onChange: (types: readonly TypeDraft[]) => void;
}

export function TicketTypesFields({ types, currency, onChange }: Properties): ComponentChild {
  const change = (at: number, changed: Partial<TypeDraft>): void =>
    onChange(types.map((type, position) => (position === at ? { ...type, ...changed } : type)));
  return (
    <fieldset>
      <legend>{text('ticketTypes')}</legend>
      {types.map((type, at) => (
        <TypeFields
          key={at}
          number={at + 1}
          type={type}
          currency={currency}
          onChange={(changed) => change(at, changed)}
          onRemove={() => onChange(types.filter((_, position) => position !== at))}
        />
      ))}
      {types.length < typesMax && (
        <div class="row">
          <Button look="quiet" onPress={() => onChange([...types, noType])}>
            {text('addTicketType')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface TypeProperties {
  /** From 1. */
  readonly number: number;
  readonly type: TypeDraft;
  readonly currency: string;
  readonly onChange: (changed: Partial<TypeDraft>) => void;
  readonly onRemove: () => void;
}

function TypeFields({ number, type, currency, onChange, onRemove }: TypeProperties): ComponentChild {
  return (
    <section aria-label={text('typeNumber', { number })} class="form">
      <div class="pair">
        <TextField
          label={words('name')}
          autoComplete="off"
          maxLength={255}
          value={type.name}
          onText={(name) => onChange({ name })}
        />
        <TextField
          label={text('typeId')}
          hint={text('typeIdHint')}
          autoComplete="off"
          maxLength={idMax}
          value={type.id}
          onText={(id) => onChange({ id })}
        />
        <MoneyField
          label={text('amount')}
          currency={currency}
          value={type.amount}
          onText={(amount) => onChange({ amount })}
        />
        <NumberField
          label={text('inOneOrder')}
          hint={words('noLimit')}
          value={type.maxPerSession}
          onText={(maxPerSession) => onChange({ maxPerSession })}
        />
        <NumberField
          label={text('inTheEvent')}
          hint={words('noLimit')}
          value={type.eventMax}
          onText={(eventMax) => onChange({ eventMax })}
        />
      </div>
      <div class="row spread">
        <CheckField
          label={text('onlyWithPass')}
          isChecked={type.requiresPass}
          onCheck={(requiresPass) => onChange({ requiresPass })}
        />
        <Button look="quiet" aria-label={text('removeType', { number })} onPress={onRemove}>
          {words('remove')}
        </Button>
      </div>
    </section>
  );
}
