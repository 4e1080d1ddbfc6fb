/**
 * Writes SVG elements for pages of third parties. Promises that the output is a plain drawing for any input: numbers
 * are numbers, colours are colours, and text is escaped.
 */
import { isColour } from '#domain/layout/colour.ts';

const digits = 3;
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export type Attributes = Readonly<Record<string, string | number | null>>;

/** A coordinate or a length; 0 for values that are not finite. */
function svgNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(digits))) : '0';
}

/** The value if it is a valid colour, else null. */
export function colourOf(value: unknown): string | null {
  return isColour(value) ? value : null;
}

/** Escapes text for XML and removes characters that XML does not allow. */
export function escaped(value: string): string {
  return (
    value
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? '')
  );
}

/** An element; null attributes are left out. Names of elements and attributes must never come from input. */
export function element(name: string, attributes: Attributes, text: string | null = null): string {
  const written = attributesText(attributes);
  return text === null ? `<${name}${written}/>` : `<${name}${written}>${escaped(text)}</${name}>`;
}

/** The start tag of an element with children. */
export function opened(name: string, attributes: Attributes): string {
  return `<${name}${attributesText(attributes)}>`;
}

function attributesText(attributes: Attributes): string {
  let written = '';
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === null) continue;
    written += ` ${attribute}="${typeof value === 'number' ? svgNumber(value) : escaped(value)}"`;
  }
  return written;
}

/** A complete SVG document. */
export function picture(x: number, y: number, width: number, height: number, content: string): string {
  const viewBox = [x, y, width, height].map(svgNumber).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`;
}
