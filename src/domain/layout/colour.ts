/** What may stand where a colour is expected: nothing that could lead out of the attribute, or to another address. */
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{1,32}|(?:rgb|hsl)a?\([\d\s.,%]{1,64}\))$/i;

export function isColour(value: unknown): value is string {
  return typeof value === 'string' && colour.test(value);
}
