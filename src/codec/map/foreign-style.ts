/**
 * Reads the styles of an untrusted drawing: the few properties that a drawing needs, each only with a value of known
 * form.
 */
import { isColour } from '#domain/layout/colour.ts';

export type Style = Readonly<Record<string, string>>;

const rulesMax = 5_000;
const valueLengthMax = 200;
const reference = /^url\(\s*['"]?#[\w.:-]{1,100}['"]?\s*\)$/;
const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?(?:px|pt|pc|mm|cm|in|em|ex|%)?$/i;
const word = /^[a-zA-Z\d-]{1,40}$/;
const fonts = /^[\w\s,'"-]{1,200}$/;

const isPaint = (value: string): boolean => isColour(value) || reference.test(value);
const isNumber = (value: string): boolean => number.test(value);
const isWord = (value: string): boolean => word.test(value);

const properties = new Map<string, (value: string) => boolean>([
  ...['fill', 'stroke'].map((name) => [name, isPaint] as const),
  ...['color', 'stop-color'].map((name) => [name, isColour] as const),
  ['clip-path', (value) => reference.test(value)],
  ['font-family', (value) => fonts.test(value)],
  ...['opacity', 'fill-opacity', 'stroke-opacity', 'stop-opacity', 'stroke-width', 'stroke-miterlimit'].map(
    (name) => [name, isNumber] as const,
  ),
  ...['font-size', 'letter-spacing', 'stroke-dashoffset'].map((name) => [name, isNumber] as const),
  ...['fill-rule', 'clip-rule', 'stroke-linecap', 'stroke-linejoin', 'text-anchor', 'dominant-baseline'].map(
    (name) => [name, isWord] as const,
  ),
  ...['font-weight', 'font-style', 'display', 'visibility', 'vector-effect'].map((name) => [name, isWord] as const),
]);

/** The known properties among these, with allowed values only. */
export function declarations(given: Readonly<Record<string, string>>): Style {
  const style: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const trimmed = value.trim();
    if (trimmed.length <= valueLengthMax && properties.get(name)?.(trimmed) === true) style[name] = trimmed;
  }
  return style;
}

/**
 * Reads a style sheet: rules with a single element, class or id as selector, or an element with a class. Other
 * selectors are ignored; no drawing tool writes them.
 */
export function classStyles(
  sheet: string,
): (name: string, classes: readonly string[], id: string | undefined) => Style {
  const rules = new Map<string, Style>();
  // Split instead of a pattern: on a text without braces a pattern takes quadratic time.
  for (const piece of withoutComments(sheet).split('}')) {
    const [selectors, body] = piece.split('{').slice(-2);
    if (selectors === undefined || body === undefined || rules.size >= rulesMax) continue;
    const style = inlineStyle(body);
    for (const selector of selectors.split(',', 100).map((one) => one.trim())) {
      rules.set(selector, { ...rules.get(selector), ...style });
    }
  }
  if (rules.size === 0) return () => ({});
  return (name, classes, id) => {
    const selectors = [name, ...classes.map((one) => `.${one}`), ...classes.map((one) => `${name}.${one}`), `#${id}`];
    return Object.assign({}, ...selectors.map((selector) => rules.get(selector)));
  };
}

/** The declarations of a `style` attribute or of a rule's body. */
export function inlineStyle(text: string): Style {
  const pairs = text.split(';', 100).map((one) => one.split(':', 2).map((part) => part.trim()));
  return declarations(Object.fromEntries(pairs.filter((pair) => pair.length === 2)));
}

function withoutComments(sheet: string): string {
  const [first = '', ...rest] = sheet.split('/*');
  return (
    first + rest.map((piece) => piece.slice(piece.includes('*/') ? piece.indexOf('*/') + 2 : piece.length)).join('')
  );
}
