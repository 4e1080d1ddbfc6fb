/** The accepted colours. A value must not be able to end its attribute or refer to another address. */
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{1,32}|(?:rgb|hsl)a?\([\d\s.,%]{1,64}\))$/i;

export function isColour(value: unknown): value is string {
  return typeof value === 'string' && colour.test(value);
}
