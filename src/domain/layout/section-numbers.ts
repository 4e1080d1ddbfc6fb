/** How sections of one name are told apart: each gets a running number behind its name. */

/** The names in their order, those that occur more than once numbered from 1. What comes out is unique. */
export function numberedNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  // A number that would make up another section's name is left out.
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
