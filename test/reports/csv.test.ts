/** Tables: what RFC 4180 asks for, and texts that no spreadsheet runs. */
import { csvLine } from '#reports/csv.ts';

test('a line ends with CR LF, and its cells are quoted where they must be', () => {
  expect(csvLine(['plain', 7, 12n, -3, null, ''])).toBe('plain,7,12,-3,,\r\n');
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines'])).toBe(
    '"a,b","say ""hi""","two\nlines","two\r\nlines"\r\n',
  );
  expect(csvLine(['Müller', '東京', '🎟', ' a '])).toBe('Müller,東京,🎟," a "\r\n');
});

test.each(['=1+1', '+49 30', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '＋1', '－1', '＠A1'])(
  'the text %j is no formula',
  (text) => {
    const line = csvLine([text]);
    expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
    expect(line).toContain(`'${text}`);
  },
);

test.each(['1-1', 'a=b', '(-1)', "'=1", ''])('the text %j stays as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});
