/** Amounts as people type them: what each text is in each language and currency, and what is refused because it is not clear. */
import { decimalAmount, decimalsOf } from '../../src/client/index.ts';
import { amountMax, readAmount, typedAmount } from '../../src/pages/console/entered-amount.ts';

const locales = ['en', 'en-ZA', 'de', 'de-CH', 'de-AT', 'fr', 'es', 'it', 'nl', 'pt-PT', 'pl', 'ja', 'ar', 'ar-EG'];
const currencies = ['EUR', 'JPY', 'KWD', 'CLF'];

function read(entered: string, currency: string, locale: string): number | string | null {
  const found = readAmount(entered, currency, locale);
  return 'amount' in found ? found.amount : found.refused;
}

test.each([
  ['45', 4_500],
  ['45.50', 4_550],
  ['45,50', 4_550],
  ['45,5', 4_550],
  ['45,', 4_500],
  [',50', 50],
  [' 45.50 ', 4_550],
  ['0', 0],
  ['0.05', 5],
  ['1234.50', 123_450],
  ['1.234,50', 123_450],
  ['1,234.50', 123_450],
  ['1 234,50', 123_450],
  ['1\u202f234,50', 123_450],
  ['1’234.50', 123_450],
  ['1.234.567', 123_456_700],
  ['٤٥٫٥٠', 4_550],
  ['١٬٢٣٤٫٥٠', 123_450],
  ['４５．５０', 4_550],
  ['', null],
  ['  ', null],
  ['12345,678', 'tooManyDecimals'],
  ['45.5000', 'tooManyDecimals'],
  ['1.234,505', 'tooManyDecimals'],
  ['100000000.01', 'tooLarge'],
  ['9'.repeat(400), 'tooLarge'],
  ['.', 'noAmount'],
  ['-5', 'noAmount'],
  ['1e3', 'noAmount'],
  ['45 EUR', 'noAmount'],
  ['1.23,45,6', 'noAmount'],
  ['12.34.567', 'noAmount'],
  ['1 23', 'noAmount'],
])('%j of a currency with two decimals is %p in every language', (entered, wanted) => {
  for (const locale of locales) expect([locale, read(entered, 'EUR', locale)]).toEqual([locale, wanted]);
});

test.each([
  // A sign before three digits: thousands in one language, decimals in another.
  ['1,234', 'EUR', 'en', 'twoReadings'],
  ['1.234', 'EUR', 'de', 'twoReadings'],
  ['1.234', 'EUR', 'en', 'tooManyDecimals'],
  ['1,234', 'EUR', 'de', 'tooManyDecimals'],
  ['1.234', 'EUR', 'fr', 'twoReadings'],
  ['1.234', 'KWD', 'en', 1_234],
  ['1,234', 'KWD', 'de', 1_234],
  ['1,234', 'KWD', 'en', 'twoReadings'],
  ['1.234', 'KWD', 'de', 'twoReadings'],
  ['0,500', 'KWD', 'en', 500],
  ['1٫234', 'KWD', 'ar', 1_234],
  ['4500', 'JPY', 'ja', 4_500],
  ['4,500', 'JPY', 'ja', 4_500],
  ['4.500', 'JPY', 'de', 4_500],
  ['4.500', 'JPY', 'ja', 'tooManyDecimals'],
  ['4.500', 'JPY', 'fr', 'twoReadings'],
  ['45.50', 'JPY', 'ja', 'tooManyDecimals'],
  ['45.00', 'JPY', 'en', 'tooManyDecimals'],
])('%j %s in %s is %p', (entered, currency, locale, wanted) => {
  expect(read(entered, currency, locale)).toBe(wanted);
});

test('what the page writes is read as the same amount, in every language and currency', () => {
  for (const locale of locales) {
    for (const currency of currencies) {
      for (const amount of [0, 5, 50, 4_500, 4_550, 1_234, 12_345, 1_234_567, amountMax]) {
        expect([locale, currency, read(typedAmount(amount, currency, locale), currency, locale)]).toEqual([
          ...[locale, currency, amount],
        ]);
      }
    }
  }
});

test('an amount with its thousands parted, as another language writes it, is never read as another amount', () => {
  for (const writer of locales) {
    for (const currency of ['EUR', 'JPY']) {
      const format = new Intl.NumberFormat(writer, { maximumFractionDigits: decimalsOf(currency) ?? 2 });
      for (const amount of [5, 999, 1_234, 100_000, 123_450, 1_234_567, 123_456_700]) {
        const written = format.format(decimalAmount(amount, currency));
        for (const reader of locales) {
          const found = read(written, currency, reader);
          const refusedOr = typeof found === 'number' ? amount : found;
          expect([writer, reader, written, found]).toEqual([writer, reader, written, refusedOr]);
        }
      }
    }
  }
});
