/** Text as it may stand in HTML and SVG. */

/** The same text with what would be read as markup spelled out. */
export function marked(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
