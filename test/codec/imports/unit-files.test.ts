/** Units in files of layouts: tables name them in columns, drawings in attributes. */
import type { ImportedLayout } from '#codec/imports/imported-plan.ts';
import { readCsv, readSvg } from '#codec/imports/read-layout.ts';
import type { InvalidBody } from '#domain/command.ts';
import type { NewUnit } from '#domain/units/unit.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const csv = (...lines: string[]) => readCsv(bytesOf(lines.join('\n')));
const svg = (content: string) => readSvg(bytesOf(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`));

function read(result: ImportedLayout | InvalidBody): { readonly units: readonly NewUnit[] } {
  if ('invalid' in result) throw new Error(JSON.stringify(result));
  return result.layout;
}

function mistakes(result: ImportedLayout | InvalidBody): string[] {
  return 'invalid' in result ? result.errors.map(({ field, code }) => `${field} ${code}`) : ['none'];
}

test('a table names units and their terms, in the order of its lines', () => {
  const head = 'section,row,seat,unit,booking,min,max';
  const layout = read(
    csv(head, 'S,A,1,Box 1,,,', 'S,A,2,Box 1,whole,1,2', 'S,A,3,,,,', 'S,B,1,Table,seats,,', 'S,A,4,Table,,,'),
  );
  expect(layout.units).toEqual([
    { name: 'Box 1', booking: 'WHOLE', min: 1, max: 2, seats: [0, 2] },
    { name: 'Table', booking: 'SEATS', min: null, max: null, seats: [4, 1, 3, 1] },
  ]);
  expect(mistakes(csv(head, 'S,A,1,T,WHOLE,,', 'S,A,2,T,SEATS,,', 'S,A,3,T,,x,'))).toEqual([
    'lines[3].booking INVALID',
    'lines[4].min TYPE',
  ]);
  expect(mistakes(csv(head, 'S,A,1,,,,', 'S,A,2,T,,3,', 'S,A,3,U,round,,'))).toEqual([
    'lines[4].booking UNKNOWN_VALUE',
  ]);
  expect(mistakes(csv(head, 'S,A,1,,,,', 'S,A,2,T,,3,'))).toEqual(['lines[3].min MAX']);
});

test('a drawing has units where its seats name them', () => {
  const seats = ['1', '2', '3'].map((id) => `<circle id="${id}" r="1" data-unit="${id === '2' ? '' : 'Box'}"/>`);
  const { units } = read(svg(`<g id="S"><g id="A">${seats.join('')}</g></g>`));
  expect(units).toMatchObject([{ name: 'Box', booking: 'WHOLE', seats: [0, 1, 2, 1] }]);
});
