/** Bodies of requests, valid and with mistakes: members of other types and at the edges of what fields take. */
import fc from 'fast-check';

/** Values at the edges of what fields take, by the type of the value that they replace. */
const edges: Readonly<Record<string, readonly unknown[]>> = {
  number: [0, -1, 1, 0.5, 1e-7, 256, 1_000_001, 2e9, 1e12, 2 ** 53, -(2 ** 53), '1', null],
  string: ['', 'x', 'A;;B', '\0', '\ud800', 'x'.repeat(255), 'x'.repeat(256), 'teal', '#12', 5, null],
  boolean: [true, false, null, 0, 'true'],
};
const others: readonly unknown[] = [null, true, 0, 'x', '', 'x'.repeat(300), [], {}, [null], [[]], { id: 1 }];

/** The body with one to three members replaced, removed, repeated or added. */
export function mutated(bodies: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    place: fc.nat(),
    act: fc.constantFrom('replace', 'replace', 'remove', 'repeat', 'add'),
    isOfItsType: fc.boolean(),
    choice: fc.nat(),
  });
  return fc.tuple(bodies, fc.array(change, { minLength: 1, maxLength: 3 })).map(([body, changes]) => {
    const holder = { body: structuredClone(body) };
    for (const { place, act, isOfItsType, choice } of changes) {
      const places = placesIn(holder);
      const found = places[place % places.length];
      if (found === undefined) continue;
      const [parent, name] = found;
      const values = (isOfItsType ? edges[typeof parent[name]] : undefined) ?? others;
      alter(found, act, structuredClone(values[choice % values.length]));
    }
    return holder.body ?? null;
  });
}

type Holder = Record<string, unknown>;
type Place = readonly [parent: Holder, name: string];

function alter([parent, name]: Place, act: string, value: unknown): void {
  if (act === 'replace') parent[name] = value;
  else if (act === 'add') parent[`${name}x`] = value;
  else if (!Array.isArray(parent)) delete parent[name];
  else if (act === 'repeat') parent.push(structuredClone(parent[Number(name)]));
  else parent.splice(Number(name), 1);
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]): Place[] => [[value as Holder, name], ...placesIn(part)]);
}
