/**
 * Amounts in minor units, as the service sends them: how many decimals each currency has (ISO 4217), and the text that
 * people read. The currencies of `Intl` are not used for that: it writes some of them with fewer decimals than they have.
 */

const codes = (list: string): readonly string[] => list.split(' ');

const byDecimals: readonly (readonly [decimals: number, codes: readonly string[]])[] = [
  [0, codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF')],
  [
    2,
    codes(
      'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
        'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS ' +
        'INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN ' +
        'NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC ' +
        'SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
    ),
  ],
  [3, codes('BHD IQD JOD KWD LYD OMR TND')],
  [4, codes('CLF UYW')],
];

const decimalsByCode = new Map(byDecimals.flatMap(([decimals, list]) => list.map((code) => [code, decimals] as const)));

/** How many decimals the currency has: 2 for EUR, 0 for JPY, 3 for KWD. Undefined: no currency has this code. */
export function decimalsOf(currency: string): number | undefined {
  return decimalsByCode.get(currency);
}

/** An amount in minor units as a decimal number with all its digits: 4550 EUR is "45.50". */
export function decimalAmount(amount: number, currency: string): `${number}` {
  const decimals = decimalsOf(currency) ?? 2;
  if (decimals === 0) return `${amount}`;
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const text = `${amount < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return text as `${number}`;
}

/** An amount in minor units for people, such as "€45.50". `locale`: absent, that of the browser or the process. */
export function formatAmount(amount: number, currency: string, locale?: string): string {
  const decimals = decimalsOf(currency) ?? 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits });
  return format.format(decimalAmount(amount, currency));
}
