/**
 * Sanitizes an untrusted SVG drawing for a map, element by element: copies only known elements, known attributes,
 * values of known form, and references inside the drawing. Unknown elements are left out with their content, and so are
 * seats and labels from an editor. Class styles are written to their elements.
 */
import { Parser } from 'htmlparser2';
import type { Box } from './extent.ts';
import { classStyles, declarations, inlineStyle, type Style } from './foreign-style.ts';
import { type Attributes, escaped, opened } from './svg.ts';

/** Longer drawings are left out: browsers must be able to load the map. */
const contentLengthMax = 8_000_000;
const depthMax = 200;
/** Prefix of the drawing's ids, so that they cannot collide with ids of the map or of the page around it. */
const idPrefix = 'bg-';

const containers: readonly string[] = ['svg', 'g', 'switch'];
const named: readonly string[] = ['linearGradient', 'radialGradient', 'clipPath'];
const known = new Set<string>([
  ...[...containers, ...named, 'defs', 'stop', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['text', 'tspan', 'image'],
]);

const number = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?(?:px|pt|pc|mm|cm|in|em|ex|%)?$/i;
const numbers = /^[-+\d.eE,\s]{0,5000}$/;
const geometry = new Map<string, RegExp>(
  Object.entries({
    ...Object.fromEntries(
      [
        'x',
        'y',
        'width',
        'height',
        'r',
        'rx',
        'ry',
        'cx',
        'cy',
        'x1',
        'y1',
        'x2',
        'y2',
        'fx',
        'fy',
        'offset',
        'dx',
        'dy',
      ].map((name) => [name, number]),
    ),
    d: /^[\s,.\d+\-eEmMlLhHvVcCsSqQtTaAzZ]*$/,
    points: /^[-+\d.eE,\s]*$/,
    transform: /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s?\([-+\d.eE,\s]{0,300}\)[\s,]*)*$/,
    gradientTransform: /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s?\([-+\d.eE,\s]{0,300}\)[\s,]*)*$/,
    gradientUnits: /^(?:userSpaceOnUse|objectBoundingBox)$/,
    clipPathUnits: /^(?:userSpaceOnUse|objectBoundingBox)$/,
    spreadMethod: /^(?:pad|reflect|repeat)$/,
    preserveAspectRatio: /^[a-zA-Z ]{1,40}$/,
  }),
);
const ownName = /^[\w.:-]{1,100}$/;
/** Raster images only: they cannot contain scripts. */
const pixels = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z\d+/=\s]*$/i;

export interface ForeignDrawing {
  /** From the root element; null when absent. */
  readonly viewBox: Box | null;
  /** One group of SVG. */
  readonly content: string;
}

/** Null when there is nothing to draw, or too much. */
export function copyDrawing(svg: string): ForeignDrawing | null {
  try {
    const copy = new Copy(classStyles(styleSheetsOf(svg)));
    parse(svg, copy);
    return copy.drawing;
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

interface Reader {
  open(name: string, given: Given): void;
  text(text: string): void;
  close(): void;
}

/** The drawing is nested too deeply: the parser's list of open elements gets slower with each level. */
class Unreadable extends Error {}

function parse(svg: string, reader: Reader): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, given) => {
        if (++depth > depthMax) throw new Unreadable();
        reader.open(name, given);
      },
      ontext: (text) => reader.text(text),
      onclosetag: () => {
        depth--;
        reader.close();
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
}

function styleSheetsOf(svg: string): string {
  let sheets = '';
  let isInside = false;
  parse(svg, {
    open: (name) => {
      isInside = name === 'style';
    },
    text: (text) => {
      if (isInside) sheets += text;
    },
    close: () => {
      isInside = false;
    },
  });
  return sheets;
}

type Given = Readonly<Record<string, string>>;

class Copy implements Reader {
  readonly #styles: (name: string, classes: readonly string[], id: string | undefined) => Style;
  /** Open elements, by their names in the copy. */
  readonly #open: string[] = [];
  /** Number of open elements that are being left out. */
  #leftOut = 0;
  #viewBox: Box | null = null;
  #content = '';
  #isWhole = true;

  constructor(styles: (name: string, classes: readonly string[], id: string | undefined) => Style) {
    this.#styles = styles;
  }

  get drawing(): ForeignDrawing | null {
    if (!this.#isWhole || this.#content === '') return null;
    return { viewBox: this.#viewBox, content: this.#content };
  }

  open(qualified: string, given: Given): void {
    const name = qualified.replace(/^svg:/, '');
    const isRoot = this.#open.length === 0;
    if (this.#leftOut > 0 || !this.#takes(name, given, isRoot)) {
      this.#leftOut++;
      return;
    }
    if (isRoot) this.#viewBox = viewBoxOf(given);
    const written = containers.includes(name) ? 'g' : name;
    this.#open.push(written);
    this.#write(opened(written, this.#attributes(name, given, isRoot)));
  }

  text(text: string): void {
    const inside = this.#open.at(-1);
    if (this.#leftOut === 0 && (inside === 'text' || inside === 'tspan')) this.#write(escaped(text));
  }

  close(): void {
    if (this.#leftOut > 0) {
      this.#leftOut--;
      return;
    }
    const name = this.#open.pop();
    if (name !== undefined) this.#write(`</${name}>`);
  }

  #takes(name: string, given: Given, isRoot: boolean): boolean {
    if (isRoot) return name === 'svg' && this.#content === '';
    if (!known.has(name)) return false;
    // Leave out seats and labels of an earlier map: this map has its own.
    return given.id !== 'sm-row-labels' && !classesOf(given).includes('sector');
  }

  #attributes(name: string, given: Given, isRoot: boolean): Attributes {
    const attributes: Record<string, string> = {};
    for (const [attribute, text] of isRoot ? [] : Object.entries(given)) {
      const value = text.trim();
      const isMeant = attribute === 'transform' || !containers.includes(name);
      if (isMeant && geometry.get(attribute)?.test(value) === true) attributes[attribute] = value;
    }
    const dashes = given['stroke-dasharray']?.trim();
    if (dashes !== undefined && numbers.test(dashes)) attributes['stroke-dasharray'] = dashes;
    const style = {
      ...declarations(given),
      ...this.#styles(name, classesOf(given), given.id),
      ...inlineStyle(given.style ?? ''),
    };
    for (const [property, value] of Object.entries(style)) attributes[property] = inside(value);
    const href = (given.href ?? given['xlink:href'])?.trim();
    if (named.includes(name)) {
      if (given.id !== undefined && ownName.test(given.id)) attributes.id = idPrefix + given.id;
      if (href?.startsWith('#') === true && ownName.test(href.slice(1)))
        attributes.href = `#${idPrefix}${href.slice(1)}`;
    }
    if (name === 'image' && href !== undefined && pixels.test(href)) attributes.href = href;
    return attributes;
  }

  #write(text: string): void {
    if (this.#content.length + text.length > contentLengthMax) this.#isWhole = false;
    if (this.#isWhole) this.#content += text;
  }
}

function classesOf(given: Given): readonly string[] {
  return given.class?.split(/\s+/, 20) ?? [];
}

/** Rewrites a reference to the prefixed id of the copy. */
function inside(value: string): string {
  return value.replace(/^url\(\s*['"]?#([\w.:-]{1,100})['"]?\s*\)$/, `url(#${idPrefix}$1)`);
}

function viewBoxOf({ viewBox, width, height }: Given): Box | null {
  const parts = (viewBox ?? `0 0 ${width ?? ''} ${height ?? ''}`)
    .trim()
    .split(/[\s,]+/, 5)
    .map(Number.parseFloat);
  const [x, y, wide, high] = parts as [number, number, number, number];
  return parts.length === 4 && parts.every(Number.isFinite) && wide > 0 && high > 0
    ? { x, y, width: wide, height: high }
    : null;
}
