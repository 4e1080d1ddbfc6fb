/** Files of layouts: what is read of them, where their mistakes are, and that hostile ones stay small. */

import type { ImportedLayout } from '#codec/imports/imported-plan.ts';
import { readCsv, readJson, readSvg } from '#codec/imports/read-layout.ts';
import type { InvalidBody } from '#domain/command.ts';
import { type Layout, unpackText } from '#domain/layout/layout.ts';
import { namedFeatures } from '#domain/layout/seat-features.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const csv = (...lines: string[]) => readCsv(bytesOf(lines.join('\n')));
const svg = (content: string, head = '') =>
  readSvg(bytesOf(`${head}<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`));
const json = (value: unknown) => readJson(bytesOf(JSON.stringify(value)));

function read(result: ImportedLayout | InvalidBody): Layout {
  if ('invalid' in result) throw new Error(JSON.stringify(result));
  return result.layout;
}

function mistakes(result: ImportedLayout | InvalidBody): string[] {
  return 'invalid' in result ? result.errors.map(({ field, code }) => `${field} ${code}`) : ['none'];
}

/** `section/row/seat x,y flags` of every seat. */
function seatsOf({ sections, rows, seats }: Layout): string[] {
  const rowNames = unpackText(rows.names, 0, rows.count);
  return unpackText(seats.names, 0, seats.count).map((name, at) => {
    const row = seats.rows[at] as number;
    const flags = Object.keys(namedFeatures(seats.features[at] as number));
    if (seats.accessible[at] === 1) flags.unshift('accessible');
    const place = `${seats.xs[at]},${seats.ys[at]}`;
    return [`${sections[rows.sections[row] as number]?.name}/${rowNames[row]}/${name}`, place, ...flags].join(' ');
  });
}

describe('a table', () => {
  test('has a line for each seat and each area, in any order of rows', () => {
    const layout = read(
      csv(
        '\ufeffSection,Row,Seat,X,Y,Flags',
        'Stalls,A,1,0,0,accessible wheelchair',
        'Stalls,B,1,0,30,',
        'Stalls,A,2,25,0,companion',
        'Floor,,,10,20,capacity=300',
        '"The ""Circle"", left",AA,101A,-5.5,1e2,',
      ),
    );
    expect(seatsOf(layout)).toEqual([
      'Stalls/A/1 0,0 accessible wheelchair',
      'Stalls/A/2 25,0 companion',
      'Stalls/B/1 0,30',
      'The "Circle", left/AA/101A -5.5,100',
    ]);
    expect(layout.sections.map(({ name, ga, capacity }) => [name, ga, capacity])).toEqual([
      ['Stalls', false, 3],
      ['Floor', true, 300],
      ['The "Circle", left', false, 1],
    ]);
  });

  test('of a spreadsheet has semicolons, decimal commas, line ends of its own and quoted lines', () => {
    const layout = read(csv('section;row;seat;x;y\r', '"Two\nlines";A;1;1,5;2\r', '\r', '"Two\nlines";A;2;3;2\r'));
    expect(seatsOf(layout)).toEqual(['Two\nlines/A/1 1.5,2', 'Two\nlines/A/2 3,2']);
    expect(mistakes(csv('section;row;seat;x;y', '"a\nb";A;1;1;2', 'a;A;1;?;2'))).toEqual(['lines[4].x TYPE']);
  });

  test('without coordinates is placed by the service', () => {
    const layout = read(csv('section\trow\tseat\tflags', 'S\tA\t101\t', 'S\tA\t101A\twheelchair', 'S\tA\t102\tmarked'));
    expect(seatsOf(layout).map((seat) => seat.replace(/ \S+,\S+/, ''))).toEqual([
      'S/A/101',
      'S/A/101A wheelchair',
      'S/A/102',
    ]);
    expect(new Set(layout.seats.xs).size).toBe(3);
    expect([...layout.seats.xs].every(Number.isFinite)).toBe(true);
    expect([...layout.seats.marked]).toEqual([0, 0, 1]);
  });

  test('names the line and the column of every mistake', () => {
    const lines = [
      'section,row,seat,x,y,flags,colour',
      ',A,1,0,0,',
      'S,,1,0,0,',
      'S,A,,0,0,',
      'S,A,1,0,zero,',
      'S,A,2,0,,',
      'S,A,3,0,0,comfy',
      'S,,,0,0,',
      'S,,,0,0,capacity=many',
      'S,"A"x,1,0,0,',
    ];
    expect(mistakes(csv(...lines))).toEqual([
      'lines[2].section NOT_NULL',
      'lines[3].row NOT_NULL',
      'lines[4].seat NOT_NULL',
      'lines[5].y TYPE',
      'lines[6].y NOT_NULL',
      'lines[7].flags UNKNOWN_VALUE',
      'lines[8].flags NOT_NULL',
      'lines[9].flags TYPE',
      'lines[10] PATTERN',
    ]);
  });

  test('says of rules that all layouts have at which line they are broken', () => {
    const table = ['section,row,seat,x,y', 'S,A,1,0,0', 'S,A,1,1,0', 'S,A;;,2,0,0', `S,A,${'9'.repeat(256)},0,0`];
    expect(mistakes(csv(...table))).toEqual(['lines[3].seat DUPLICATE', 'lines[4].row PATTERN', 'lines[5].seat SIZE']);
    expect(mistakes(csv('section,row,seat', 'S,A,1', 'S,A,1'))).toEqual(['lines[3].seat DUPLICATE']);
    expect(mistakes(csv('section,row,seat,flags', 'S,A,1,', 'S,,,capacity=3'))).toEqual(['lines[3].section DUPLICATE']);
    expect(mistakes(csv('section,row,seat,x,y', 'S,A,1,0,0', 'S,A,2,,'))).toEqual(['lines[3].x NOT_NULL']);
  });

  test('needs a header with the three names', () => {
    expect(mistakes(csv('sector,row,seat', 'S,A,1'))).toEqual(['lines[1].section NOT_NULL']);
    expect(mistakes(csv(''))).toEqual(['body NOT_NULL']);
    expect(mistakes(csv('section,row,seat'))).toEqual(['body SIZE']);
    expect(readCsv(Uint8Array.of(0xff, 0xfe, 0x41))).toMatchObject({ invalid: 'MALFORMED_REQUEST' });
  });

  test('lists at most a hundred mistakes', () => {
    expect(mistakes(csv('section,row,seat', ...Array.from({ length: 5_000 }, () => ',A,1'))).length).toBe(100);
  });
});

describe('a drawing', () => {
  test('has groups as sections and rows, and figures as seats, where their transforms put them', () => {
    const layout = read(
      svg(`<g id="Layer_1"><g id="Stalls" transform="translate(100 50)">
        <g id="A" transform="rotate(90) scale(2)">
          <circle id="1" cx="10" cy="0" r="4"/><rect id="_2" data-name="2" x="19" y="-1" width="2" height="2" data-flags="wheelchair"/>
        </g></g></g>
        <path id="Balcony;;B;;7_3_" d="M0 0h10v10H0z"/>
        <polygon id="Floor" data-capacity="300" points="0,0 100,0 100,50" fill="#eeeeee"/>
        <rect data-type="stage" data-text="Stage" x="0" y="-40" width="100" height="20"/>
        <text x="5" y="6" font-size="12">Main <tspan>hall</tspan></text>`),
    );
    expect(seatsOf(layout)).toEqual(['Stalls/A/1 100,70', 'Stalls/A/2 100,90 wheelchair', 'Balcony/B/7 5,5']);
    expect(layout.sections.map(({ name, capacity }) => [name, capacity])).toEqual([
      ['Stalls', 2],
      ['Balcony', 1],
      ['Floor', 300],
    ]);
    expect(layout.decorations.map(({ type, shapeType, text }) => [type, shapeType, text])).toEqual([
      ['stage', 'POLYGON', 'Stage'],
      ['label', 'TEXT', 'Main hall'],
      ['POLYGON', 'POLYGON', 'Floor'],
    ]);
  });

  test('does not show what is only defined or hidden', () => {
    const hidden =
      '<defs><g id="S"><g id="A"><circle id="1"/></g></g></defs><g display="none"><circle id="S;;A;;2"/></g>';
    expect(seatsOf(read(svg(`${hidden}<circle id="S;;A;;3" cx="1" cy="2" r="1"/>`)))).toEqual(['S/A/3 1,2']);
  });

  test('names the line of each element that cannot be understood', () => {
    const content = `
      <circle id="alone" r="1"/>
      <g id="S"><g id="A"><circle id="1" cx="x"/><circle id="2" transform="turn(4)"/>
      <circle id="3" r="1"/><circle id="3" r="1"/></g></g>
      <rect id="F" data-capacity="-1"/>
      <circle id="S;;A;;4" data-flags="comfy"/>`;
    expect(mistakes(svg(content))).toEqual([
      'lines[2].id INVALID',
      'lines[3].id INVALID',
      'lines[3].transform PATTERN',
      'lines[5].data-capacity TYPE',
      'lines[6].data-flags UNKNOWN_VALUE',
    ]);
    expect(mistakes(svg('\n<g id="S"><g id="A">\n<circle id="3"/>\n<circle id="3"/></g></g>'))).toEqual([
      'lines[4].id DUPLICATE',
    ]);
  });

  test('expands no entities', () => {
    const bomb = `<!DOCTYPE svg [<!ENTITY a "xx"><!ENTITY b "&a;&a;&a;&a;">]>`;
    expect(mistakes(svg('<circle id="S;;A;;&b;" r="1"/>', bomb))).toEqual(['lines[1] INVALID']);
    expect(mistakes(svg('', '<!DOCTYPE svg SYSTEM "file:///etc/passwd">\n'))).toEqual(['body SIZE']);
    expect(seatsOf(read(svg('<circle id="S;;A;;&b;&lt;" r="1"/>')))).toEqual(['S/A/&b;< 0,0']);
  });

  test('is left when it is nested too deeply, or is no drawing', () => {
    expect(mistakes(svg('<g>'.repeat(100_000)))).toEqual(['lines[1] SIZE']);
    expect(mistakes(readSvg(bytesOf('<html><svg/></html>')))).toEqual(['body PATTERN']);
    expect(mistakes(readSvg(bytesOf('plain')))).toEqual(['body PATTERN']);
    expect(mistakes(readSvg(new Uint8Array()))).toEqual(['body PATTERN']);
  });
});

describe('a published chart', () => {
  const seat = (label: string, x: number, more = {}) => ({ label, x, y: 0, ...more });
  const chart = {
    name: 'Chart',
    categories: { list: [] },
    subChart: {
      rows: [{ label: 'A', seats: [seat('1', 5, { accessible: true }), seat('2', 25, { companionSeat: true })] }],
      tables: [{ label: 'T1', bookAsAWhole: true, seats: [seat('1', 1)] }],
      booths: [{ label: 'B1', center: { x: 9, y: 9 } }],
      generalAdmissionAreas: [
        { label: 'GA1', capacity: 100, type: 'circle', center: { x: 50, y: 50 }, radius1: 20, radius2: 10 },
      ],
      sections: [
        {
          label: 'Left',
          topLeft: { x: 100, y: 200 },
          points: [
            { x: 0, y: 0 },
            { x: 9, y: 0 },
            { x: 9, y: 9 },
          ],
          subChart: { rows: [{ label: 'A', seats: [seat('1', 5, { restrictedView: true })] }] },
        },
      ],
      shapes: [
        {
          type: 'rectangle',
          smartType: 'stage',
          label: 'Stage',
          center: { x: 0, y: 0 },
          width: 10,
          height: 4,
          fillColor: '#D0D1D2',
        },
      ],
      texts: [{ text: 'Bar', centerX: 1 }],
      focalPoint: { x: 7, y: 8 },
    },
  };

  test('gives its rows, tables, booths, areas, sections and shapes', () => {
    const result = json(chart);
    const layout = read(result);
    expect(seatsOf(layout)).toEqual([
      'Main/A/1 5,0 accessible',
      'Main/A/2 25,0 companion',
      'Tables/T1/1 1,0',
      'Booths/Booths/B1 9,9',
      'Left/A/1 105,200 restrictedView',
    ]);
    expect(layout.units).toEqual([{ name: 'T1', booking: 'WHOLE', min: null, max: null, seats: [2, 1] }]);
    expect(layout.sections.find(({ ga }) => ga)).toMatchObject({ name: 'GA1', capacity: 100 });
    expect(layout.decorations).toMatchObject([
      { type: 'stage', shapeType: 'RECT', left: -5, top: -2, text: 'Stage' },
      { area: 3, shapeType: 'ELLIPSE', left: 30, top: 40, width: 40, height: 20, text: 'GA1' },
    ]);
    expect([layout.name, layout.focalPoint]).toEqual(['Chart', { x: 7, y: 8 }]);
    expect(result).toMatchObject({ warnings: [expect.stringMatching(/^Texts/)] });
  });

  test('has its floors below each other', () => {
    const floor = (floorName: string) => ({ floorName, height: 50, rows: [{ label: 'A', seats: [seat('1', 0)] }] });
    expect(seatsOf(read(json({ subChartFloors: [floor('G'), floor('1')] })))).toEqual([
      'G Main/A/1 0,0',
      '1 Main/A/1 0,150',
    ]);
  });

  test('names the place of each mistake', () => {
    const rows = [
      { label: '', seats: [seat('1', 0)] },
      5,
      { label: 'A', seats: [{ label: '1', x: 'a', y: 0 }, seat('1', 1), seat('1', 2)] },
    ];
    expect(mistakes(json({ subChart: { rows } }))).toEqual([
      'subChart.rows[0].label NOT_NULL',
      'subChart.rows[1] TYPE',
      'subChart.rows[2].seats[0].x TYPE',
    ]);
    const twice = { subChart: { rows: [{ label: 'A', seats: [seat('1', 1), seat('1', 2)] }] } };
    expect(mistakes(json(twice))).toEqual(['subChart.rows[0].seats[1].label DUPLICATE']);
    const area = { subChart: { generalAdmissionAreas: [{ label: 'G' }] } };
    expect(mistakes(json(area))).toEqual(['subChart.generalAdmissionAreas[0].capacity NOT_NULL']);
    let deep: unknown = {};
    for (let at = 0; at < 1_000; at++) deep = { sections: [{ label: 'S', subChart: deep }] };
    expect(mistakes(json({ subChart: deep }))[0]).toMatch(/subChart SIZE$/);
  });
});

test('JSON that is neither is read as the body that creates a schema', () => {
  expect(mistakes(json({ sections: [{ name: 'A', rows: [{ name: '1' }] }] }))).toEqual([
    'sections[0].rows[0].seats NOT_NULL',
  ]);
  expect(mistakes(json([]))).toEqual(['body TYPE']);
  expect(mistakes(readJson(new Uint8Array()))).toEqual(['body NOT_NULL']);
  expect(read(json({ sections: [{ name: 'A' }] })).name).toBe('');
});
