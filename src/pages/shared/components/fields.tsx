/**
 * Labelled fields of forms. Each label belongs to its control: screen readers read it, and a press on it is one on the
 * control. The caller keeps the value, and gets each change of it.
 */
import type { ComponentChild } from 'preact';
import { useId } from 'preact/hooks';

interface Labelled {
  readonly label: string;
  /** A sentence below the control. */
  readonly hint?: string | undefined;
  /** Why what is entered cannot be taken. */
  readonly problem?: string | undefined;
}

interface Linked {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

/** `control` draws the control, with the attributes that connect it with its label and its hint. */
function Field({ label, hint, problem, control }: Labelled & { readonly control: (linked: Linked) => ComponentChild }) {
  const id = useId();
  const hintId = hint === undefined ? [] : [`${id}-hint`];
  const problemId = problem === undefined ? [] : [`${id}-problem`];
  const describedBy = [...hintId, ...problemId].join(' ') || undefined;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control({ id, 'aria-describedby': describedBy, 'aria-invalid': problem === undefined ? undefined : 'true' })}
      {hint !== undefined && (
        <span class="hint" id={hintId[0]}>
          {hint}
        </span>
      )}
      {problem !== undefined && (
        <span class="error-text" id={problemId[0]}>
          {problem}
        </span>
      )}
    </div>
  );
}

interface TextProperties extends Labelled {
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'url' | 'datetime-local';
  readonly inputMode?: 'numeric' | 'decimal';
  readonly autoComplete?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Of times: seconds. */
  readonly step?: number;
  readonly spellcheck?: boolean;
  /** The language of what is entered, and its direction. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly value: string;
  readonly onText: (text: string) => void;
}

export function TextField({ label, hint, problem, onText, type = 'text', dir: own, ...others }: TextProperties) {
  const onInput = (event: Event): void => onText((event.target as HTMLInputElement).value);
  // Addresses are read from left to right in every language.
  const dir = type === 'email' || type === 'url' ? 'ltr' : own;
  // The types of Preact want one kind of input at a time.
  const control = (linked: Linked) => (
    <input {...others} {...linked} dir={dir} type={type as 'text'} onInput={onInput} />
  );
  return <Field label={label} hint={hint} problem={problem} control={control} />;
}

/**
 * A field for a whole number, as text: what is typed stays as it is until `wholeNumber` reads it. Browsers drop what is
 * no number from a field of the type `number`.
 */
export function NumberField(properties: TextProperties) {
  return <TextField {...properties} inputMode="numeric" autoComplete="off" />;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProperties extends Labelled {
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

export function SelectField({ label, hint, problem, options, value, onChoose }: SelectProperties) {
  const onChange = (event: Event): void => onChoose((event.target as HTMLSelectElement).value);
  const control = (linked: Linked) => (
    <select {...linked} value={value} onChange={onChange}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
  return <Field label={label} hint={hint} problem={problem} control={control} />;
}

interface CheckProperties {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}

export function CheckField({ label, isChecked, onCheck }: CheckProperties) {
  const onChange = (event: Event): void => onCheck((event.target as HTMLInputElement).checked);
  return (
    <label class="check">
      <input type="checkbox" checked={isChecked} onChange={onChange} />
      {label}
    </label>
  );
}
