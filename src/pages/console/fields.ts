/**
 * Labelled fields of forms. Each label belongs to its control: screen readers read it, and a press on it is one on the
 * control.
 */
import { type Child, element } from './element.ts';

let fieldCount = 0;

/** A control with its label above it, and a hint below. */
export function field(label: string, control: HTMLElement, hint: string | null = null): HTMLElement {
  control.id ||= `field-${++fieldCount}`;
  const parts: Child[] = [element('label', { for: control.id }, label), control];
  if (hint !== null) {
    const id = `${control.id}-hint`;
    control.setAttribute('aria-describedby', id);
    parts.push(element('span', { class: 'hint', id }, hint));
  }
  return element('div', { class: 'field' }, ...parts);
}

export function textInput(value = '', attributes: Readonly<Record<string, string | boolean>> = {}): HTMLInputElement {
  const input = element('input', { type: 'text', ...attributes });
  input.value = value;
  return input;
}

export function numberInput(value: number | null, min: number, max: number): HTMLInputElement {
  const input = element('input', { type: 'number', inputmode: 'numeric', min, max, step: 1 });
  input.value = value === null ? '' : String(value);
  return input;
}

/**
 * The whole number that was entered; null for an empty field. Throws a `RangeError` for the person when it is none in
 * bounds.
 */
export function wholeNumber(name: string, { value, min, max, validity }: HTMLInputElement): number | null {
  // The value of a number field is also empty when its text is no number.
  if (value.trim() === '' && !validity.badInput) return null;
  const entered = Number(value);
  if (!validity.badInput && Number.isInteger(entered) && entered >= Number(min) && entered <= Number(max))
    return entered;
  throw new RangeError(`${name} must be a whole number from ${min} to ${max}.`);
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export function select(options: readonly Option[], chosen: string): HTMLSelectElement {
  const made = element('select', {}, ...options.map(({ value, label }) => element('option', { value }, label)));
  made.value = chosen;
  return made;
}

export function checkbox(label: string, isChecked: boolean, value = ''): HTMLLabelElement {
  const input = element('input', { type: 'checkbox', value });
  input.checked = isChecked;
  return element('label', { class: 'check' }, input, label);
}
