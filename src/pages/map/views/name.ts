/**
 * A text with names that the organization has written: of any length and in any script. It takes the direction of its
 * own first letter, so that it does not turn the words around it, and shows all of itself under the pointer where it is
 * cut off.
 */
import { type ComponentChild, h } from 'preact';

export function named(element: 'span' | 'strong' | 'small' | 'p', text: string, look?: string): ComponentChild {
  const attributes = { dir: 'auto' as const, title: text, ...(look === undefined ? {} : { class: look }) };
  return h(element, attributes, text);
}
