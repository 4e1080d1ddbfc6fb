/** The table of failures beside this file names tests that exist. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const testFolder = join(import.meta.dirname, '..');
const rows = readFileSync(join(import.meta.dirname, 'failures.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| moment'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('every moment has the reason, what clients see, and a test of that name', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const [, moment = '', reason, seen, shown = ''] of rows) {
    expect([moment, reason, seen]).not.toContain('');
    const [, file, name] = /^`([\w/-]+)` › (.+)$/.exec(shown) ?? [];
    expect({ moment, shown, isNamed: file !== undefined && name !== undefined }).toMatchObject({ isNamed: true });
    const text = readFileSync(join(testFolder, `${file}.test.ts`), 'utf8');
    const isThere = [`test('${name}'`, `describe('${name}'`].some((call) => text.includes(call));
    expect({ moment, file, name, isThere }).toMatchObject({ isThere: true });
  }
});
