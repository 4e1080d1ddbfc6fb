/** References that the counter makes: short, and without letters and digits that are mistaken for each other. */

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 7;

export function newReference(): string {
  const made = Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => letters[byte % letters.length]);
  return `B-${made.join('')}`;
}
