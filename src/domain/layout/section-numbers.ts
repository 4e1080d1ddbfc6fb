/** Tells sections of the same name apart: each gets a number behind its name. */

/** The names in order; names that occur more than once are numbered from 1. The result is unique. */
export function numberedNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  // A number is skipped when the result would be another section's name.
  const taken = new Set(counts.keys());
  const next = new Map<string, number>();
  return names.map((name) => {
    if (counts.get(name) === 1) return name;
    let number = next.get(name) ?? 1;
    while (taken.has(`${name} ${number}`)) number++;
    next.set(name, number + 1);
    taken.add(`${name} ${number}`);
    return `${name} ${number}`;
  });
}
