/** The person that a session of the counter is for, as its properties say. Pure. */

/** The member `name`, or what else there is to read; '': nothing. */
export function personIn(properties: Readonly<Record<string, unknown>> | null | undefined): string {
  const { name, ...others } = properties ?? {};
  if (typeof name === 'string' && name !== '') return name;
  return Object.values(others)
    .filter((value) => typeof value === 'string')
    .join(', ');
}
