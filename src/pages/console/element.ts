/**
 * Builds the elements of the pages. Text always becomes a text node, so nothing that the service answers is ever read as
 * markup; styles come from the style sheets alone.
 */

export type Child = Node | string | number | null;

type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** True and false set and remove an attribute; null leaves it out. */
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

/** The element, which calls these listeners. */
export function listening<Made extends HTMLElement>(made: Made, listeners: Listeners): Made {
  for (const [name, listener] of Object.entries(listeners)) made.addEventListener(name, listener as EventListener);
  return made;
}

/** Replaces everything in the element. */
export function fill(parent: Element, ...children: readonly Child[]): void {
  parent.replaceChildren(...nodesOf(children));
}

/**
 * Like `fill`, for what is read again and again: the element of the same name keeps the focus, and a table its place.
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
