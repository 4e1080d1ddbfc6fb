/** Escapes text for HTML and SVG. */

/** The text with the characters of markup escaped. */
export function marked(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
