/** The colours of brands: those of the page are the ones that its style sheets have, and every pair of them can be read. */
import { readFileSync } from 'node:fs';
import {
  contrastsOf,
  type PairedColour,
  pageColours,
  ratioText,
  themes,
  variablesOf,
} from '../../src/pages/shared/brand-colours.ts';
import { contrastOf } from '../../src/pages/shared/contrast.ts';

const sheet = (path: string) => readFileSync(new URL(`../../src/pages/${path}`, import.meta.url), 'utf8');

/** The variables of `:root`, without and with the dark theme; a later sheet wins. */
function variablesIn(theme: 'light' | 'dark'): Map<string, string> {
  const found = new Map<string, string>();
  for (const text of [sheet('shared/base.css'), sheet('map/map.css')]) {
    const roots = [...text.matchAll(/(prefers-color-scheme: dark\) \{\s*)?:root \{([^}]*)\}/g)];
    for (const [, isDark, body = ''] of roots) {
      if (theme === 'light' && isDark !== undefined) continue;
      for (const [, name = '', value = ''] of body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)) found.set(name, value);
    }
  }
  return found;
}

const variableOf = (colour: string) => colour.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test.each(themes)('the colours of the page in the %s theme are those of its style sheets, and can be read', (theme) => {
  const variables = variablesIn(theme);
  const written = Object.keys(pageColours[theme]).map((colour) => [colour, variables.get(variableOf(colour))]);
  expect(Object.fromEntries(written)).toEqual(pageColours[theme]);
  expect(contrastsOf(theme, {}).filter(({ isEnough }) => !isEnough)).toEqual([]);
});

test('a ratio is that of WCAG, and is never rounded up to one that is enough', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(ratioText(4.499)).toBe('4.49');
  const [pair] = contrastsOf('light', { accent: '#777777' });
  expect(pair).toMatchObject({ text: 'accentInk' satisfies PairedColour, ground: 'accent', isEnough: false });
});

test('a brand sets the variables of its colours alone', () => {
  expect(variablesOf({ card: '#fffaf3', ink: null })).toEqual({ '--card': '#fffaf3', '--raised': '#fffaf3' });
});
