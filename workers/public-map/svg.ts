/**
 * Writes elements of SVG that other people put into their pages. Promises that nothing but plain drawing comes out,
 * whatever goes in: numbers are numbers, colours are colours, and text is text.
 */
import { isColour } from '#domain/layout/colour.ts';

const digits = 3;
const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export type Attributes = Readonly<Record<string, string | number | null>>;

/** A coordinate or a length; what is no finite number is 0. */
function svgNumber(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(digits))) : '0';
}

/** The colour, or null when it is none. */
export function colourOf(value: unknown): string | null {
  return isColour(value) ? value : null;
}

/** Text that is nothing but text, without the characters that XML cannot have. */
export function escaped(value: string): string {
  return (
    value
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"']/g, (mark) => marks[mark] ?? '')
  );
}

/** An element; attributes that are null are left out. Element and attribute names are never somebody else's. */
export function element(name: string, attributes: Attributes, text: string | null = null): string {
  const written = attributesText(attributes);
  return text === null ? `<${name}${written}/>` : `<${name}${written}>${escaped(text)}</${name}>`;
}

/** The beginning of an element that has others inside. */
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

/** A whole picture. */
export function picture(x: number, y: number, width: number, height: number, content: string): string {
  const viewBox = [x, y, width, height].map(svgNumber).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${content}</svg>`;
}
