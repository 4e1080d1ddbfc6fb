/** Amounts in minor units: the decimals of each currency, and what people read. */
import { decimalAmount, decimalsOf, formatAmount } from '../../src/client/money.ts';

test.each([
  ['EUR', 4_550, '45.50', '€45.50'],
  ['JPY', 4_550, '4550', '¥4,550'],
  ['KWD', 4_550, '4.550', 'KWD 4.550'],
  ['CLF', 4_550, '0.4550', 'CLF 0.4550'],
  ['EUR', 5, '0.05', '€0.05'],
  ['EUR', 0, '0.00', '€0.00'],
  ['EUR', -550, '-5.50', '-€5.50'],
  // Intl writes it without decimals.
  ['AFN', 4_550, '45.50', 'AFN 45.50'],
  ['USD', Number.MAX_SAFE_INTEGER, '90071992547409.91', '$90,071,992,547,409.91'],
])('%s: %d minor units are %s', (currency, amount, digits, text) => {
  expect(decimalAmount(amount, currency)).toBe(digits);
  expect(formatAmount(amount, currency, 'en').replaceAll('\u00a0', ' ')).toBe(text);
});

test('an amount is written in the way of its reader', () => {
  expect(formatAmount(123_456, 'EUR', 'de').replaceAll('\u00a0', ' ')).toBe('1.234,56 €');
});

test.each(['eur', 'XXX', 'DEM', 'EURO', '', '__proto__'])('%j is no currency', (code) => {
  expect(decimalsOf(code)).toBeUndefined();
});
