/**
 * The part of a shop's options that goes to the frame: no functions, and a logo as data, because the map's page loads nothing from
 * other hosts.
 */
import type { ChangeableOptions } from './options.ts';
import type { SentOptions } from './protocol.ts';

const logoBytesMax = 200 * 1024;

export async function sentOptions(options: ChangeableOptions): Promise<SentOptions> {
  const { selected, maxSeats, filter, locale, partySize, messages, theme, formatAmount } = options;
  const logo = theme?.logo === undefined ? undefined : await logoData(theme.logo);
  const all = { selected, maxSeats, filter, locale, partySize, messages, logo };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(theme?.variables === undefined ? {} : { theme: { variables: theme.variables } }),
    ...(formatAmount === undefined ? {} : { formatsAmounts: true }),
  };
}

/** Undefined, and a report for the developer: there is no such picture. */
async function logoData(address: string): Promise<string | undefined> {
  if (address.startsWith('data:image/')) return address;
  try {
    const picture = await (await fetch(address)).blob();
    if (!picture.type.startsWith('image/')) throw new Error(`it is ${picture.type}, no picture`);
    if (picture.size > logoBytesMax) throw new Error(`it has more than ${logoBytesMax} bytes`);
    return await dataOf(picture);
  } catch (error) {
    reportError(new Error(`The logo ${address} is not shown: ${String(error)}`));
    return undefined;
  }
}

function dataOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
