/** SVG from outside on a map: shapes are kept; scripts, links and expensive constructs are removed. */
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { copyDrawing } from '#codec/map/foreign-svg.ts';
import { vectorBackgroundOf } from '#codec/map/vector-background.ts';
import { eventually } from '../../support/eventually.ts';

const drawn = (inside: string, root = 'viewBox="0 0 100 50"') => copyDrawing(`<svg ${root}>${inside}</svg>`)?.content;

describe('a copied drawing', () => {
  test.each([
    ['shapes', '<path d="M0 0L1 1z" fill="#abc"/>', '<path d="M0 0L1 1z" fill="#abc"></path>'],
    [
      'groups that are moved',
      '<g transform="translate(1 2)"><rect width="3"/></g>',
      '<g transform="translate(1 2)"><rect width="3"></rect></g>',
    ],
    ['text', '<text x="1">A &amp; <tspan>B</tspan></text>', '<text x="1">A &amp; <tspan>B</tspan></text>'],
    ['inline styles', '<rect style="fill: red; behavior: url(x)"/>', '<rect fill="red"></rect>'],
    [
      'styles of classes',
      '<style>/* c */ .a, rect.b { fill: blue }</style><path class="a"/><rect class="b"/>',
      '<path fill="blue"></path><rect fill="blue"></rect>',
    ],
    [
      'gradients, under names of its own',
      '<linearGradient id="g"><stop offset="1" stop-color="red"/></linearGradient><path fill="url(#g)"/>',
      '<linearGradient id="bg-g"><stop offset="1" stop-color="red"></stop></linearGradient><path fill="url(#bg-g)"></path>',
    ],
    [
      'pixels that come with it',
      '<image href="data:image/png;base64,AA=="/>',
      '<image href="data:image/png;base64,AA=="></image>',
    ],
  ])('has %s', (_, inside, expected) => {
    expect(drawn(inside)).toBe(`<g>${expected}</g>`);
  });

  test('inherits the style of its root, and has a view box', () => {
    expect(copyDrawing('<svg viewBox="1 2 30 40" fill="none"><path/></svg>')).toEqual({
      viewBox: { x: 1, y: 2, width: 30, height: 40 },
      content: '<g fill="none"><path></path></g>',
    });
    expect(copyDrawing('<svg width="30px" height="40"/>')?.viewBox).toEqual({ x: 0, y: 0, width: 30, height: 40 });
  });

  test.each([
    '<script>alert(1)</script>',
    '<foreignObject><iframe src="//evil"/></foreignObject>',
    '<a href="javascript:alert(1)"><path/></a>',
    '<use href="https://evil.example/x.svg#a"/>',
    '<animate onbegin="alert(1)" attributeName="x"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<g class="sector a1"><rect/></g>',
    '<g id="sm-row-labels"><text>A</text></g>',
    '<style>@import url(//evil)</style>',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<!ENTITY x "y">',
    'A text that nothing draws',
  ])('has nothing of %s', (inside) => {
    expect(drawn(inside)).toBe('<g></g>');
  });

  test.each([
    ['onload="alert(1)"'],
    ['fill="url(https://evil.example/#a)"'],
    ['fill="red&quot;/&gt;&lt;script&gt;"'],
    ['style="background-image: url(//evil)"'],
    ['id="sm-row-labels2" class="x" data-gos-id="7"'],
    ['transform="rotate(1) onload"'],
    ['d="M0 0&quot; onload=&quot;alert(1)"'],
    ['href="javascript:alert(1)" xlink:href="//evil"'],
  ])('takes no attribute such as %s', (attribute) => {
    expect(drawn(`<path ${attribute}/>`)).toBe('<g><path></path></g>');
  });

  test('is well-formed, with known elements and attributes only, for random input', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '"',
      "'",
      '=',
      ' ',
      '<g',
      '<svg',
      '<path',
      '<text>',
      '</text>',
      '<style>',
      '</style>',
      '.a{',
      '}',
      'fill',
      'style',
      'class',
      'a',
      ':',
      ';',
      'red',
      'url(#',
      ')',
      '&lt;',
      '&#60;',
      '<script',
      'onload',
      'href',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '\u0000',
      '\ud800',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const content = drawn(pieces.join('')) ?? '';
        const rest = content.replaceAll(/<\/?(?:g|path|text)(?: fill="[^"<>]*")?>/g, '');
        expect(rest).not.toMatch(/[<>]/);
        expect((content.match(/<[a-z]/g) ?? []).length).toBe((content.match(/<\//g) ?? []).length);
      }),
      { numRuns: 500 },
    );
  });

  test('comes to an end, however hostile the text is', async () => {
    const texts = {
      'nested without end': '<g>'.repeat(100_000),
      'a style sheet of one letter': `<style>${'a'.repeat(1_900_000)}</style>`,
      'comments without end': `<style>${'/*'.repeat(900_000)}</style>`,
      'rules for nothing': `<style>${'.a,'.repeat(600_000)}{}</style>`,
      'a transform that ends wrong': `<g transform="${'scale(1) '.repeat(200_000)}!"/>`,
      brackets: '<'.repeat(1_900_000),
      'a number without end': `<rect x="${'1'.repeat(1_900_000)}!"/>`,
      'a fraction without end': `<rect x="1.${'1'.repeat(1_900_000)}!"/>`,
      'an exponent without end': `<rect x="1e${'1'.repeat(1_900_000)}!"/>`,
    };
    // Work that grows with the square of the length takes half an hour, and would hang this thread.
    const thread = new Worker(new URL('../../support/drawing-thread.ts', import.meta.url), { workerData: texts });
    const copied: string[] = [];
    thread.on('message', (name: string) => copied.push(name));
    try {
      await eventually(() => copied.length === Object.keys(texts).length);
    } finally {
      await thread.terminate();
    }
  });

  test('that would be too large with its styles is omitted', () => {
    const style = `<style>.a{font-family:${'a'.repeat(190)};fill:red}</style>`;
    expect(drawn(`${style}${'<g class="a"/>'.repeat(60_000)}`)).toBeUndefined();
  });
});

describe('a drawing under the seats', () => {
  const backgroundSvg = '<svg viewBox="0 0 100 50"><path d="M0 0"/></svg>';

  test('fills the rectangle of the plan that the editor gives it', () => {
    const place = { x: 300, y: 400, width: 200, height: 150 };
    expect(
      vectorBackgroundOf({ backgroundSvg, viewBox: { x: -10, y: -20, width: 100, height: 50 }, ...place }),
    ).toEqual({
      content: '<g id="sm-background" transform="matrix(2 0 0 3 320 460)"><g><path d="M0 0"></path></g></g>',
      box: place,
    });
    expect(vectorBackgroundOf({ backgroundSvg })?.box).toEqual({ x: 0, y: 0, width: 100, height: 50 });
  });

  test.each<[string, Record<string, unknown>]>([
    ['no drawing', {}],
    ['a drawing without a size', { backgroundSvg: '<svg><path/></svg>' }],
    ['no SVG', { backgroundSvg: '<html></html>' }],
    ['a number', { backgroundSvg: 5 }],
  ])('is not there with %s', (_, stored) => {
    expect(vectorBackgroundOf(stored)).toBeNull();
  });
});
