/** Labelled fields of forms. Each label belongs to its control, so that it is read out and can be pressed. */
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

/** A whole number that was entered; null when the field is empty. Throws with a sentence when it is not one in bounds. */
export function wholeNumber(name: string, { value, min, max }: HTMLInputElement): number | null {
  if (value.trim() === '') return null;
  const entered = Number(value);
  if (Number.isInteger(entered) && entered >= Number(min) && entered <= Number(max)) return entered;
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
