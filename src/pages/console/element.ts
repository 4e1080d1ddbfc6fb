/**
 * Builds the elements of the console. Text always becomes a text node, so no answer of the service is ever parsed as
 * markup. Sets no inline styles, which the page's policy forbids.
 */

export type Child = Node | string | number | null;

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** True sets an attribute without a value; false and null leave it out. */
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...nodesOf(children));
  return made;
}

/** Adds listeners to the element, and returns it. */
export function listening<Made extends HTMLElement>(made: Made, listeners: Listeners): Made {
  for (const [name, listener] of Object.entries(listeners)) made.addEventListener(name, listener as EventListener);
  return made;
}

/** Replaces everything in the element. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...nodesOf(children));
}

/**
 * Like `fill`, for content that is drawn again and again: keeps the focus on the control of the same name, and a table
 * scrolled.
 */
export function refill(parent: Element, ...children: readonly Child[]): void {
  const active = document.activeElement;
  const focused = active !== null && parent.contains(active) ? nameOf(active) : null;
  const left = parent.querySelector('.table-frame')?.scrollLeft ?? 0;
  fill(parent, ...children);
  const frame = parent.querySelector('.table-frame');
  if (frame !== null) frame.scrollLeft = left;
  if (focused === null) return;
  const next = [...parent.querySelectorAll<HTMLElement>('a, button, input, [tabindex]')];
  next.find((one) => nameOf(one) === focused)?.focus({ preventScroll: true });
}

function nameOf(one: Element): string {
  return `${one.tagName} ${one.getAttribute('href') ?? one.getAttribute('aria-label') ?? one.textContent}`;
}

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'quiet';

export function button(
  label: string,
  onPress: (event: MouseEvent) => void,
  look: ButtonLook = 'plain',
  attributes: Attributes = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `button ${look}`, ...attributes }, label);
  return listening(made, { click: onPress });
}

export function link(label: string, address: string, attributes: Attributes = {}): HTMLAnchorElement {
  return element('a', { href: address, ...attributes }, label);
}

function setAttribute(made: Element, name: string, value: string | number | boolean | null): void {
  if (value === null || value === false) return;
  made.setAttribute(name, value === true ? '' : String(value));
}

function nodesOf(children: readonly Child[]): Node[] {
  return children.flatMap((child) => {
    if (child === null) return [];
    return child instanceof Node ? [child] : [document.createTextNode(String(child))];
  });
}
