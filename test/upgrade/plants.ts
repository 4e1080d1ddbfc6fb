/**
 * Deliberate incompatibilities of a next version with the release: each is a mistake that the next version itself does not
 * notice, because it reads what it writes. A rolling upgrade that passes with one of them would not find it in the real
 * version either.
 */
import { breakCopy, copyProject, type Mistake, removeCopy } from '../../bench/stand/broken-copy.ts';
import { type RollOptions, roll } from './roll.ts';

export interface Plant {
  readonly name: string;
  readonly mistakes: readonly Mistake[];
}

const write = { file: 'src/storage/journal/journal.ts', text: 'const facts = JSON.stringify(batch.facts);' };
const read = { file: 'src/storage/journal/record-pages.ts', text: 'JSON.parse(facts)' };

export const plants: readonly Plant[] = [
  {
    name: 'a fact of a type that the release does not know',
    mistakes: [
      {
        ...write,
        replacement: `const facts = JSON.stringify(batch.facts).replaceAll('"type":"held"', '"type":"seats-held"');`,
      },
      { ...read, replacement: `JSON.parse(facts.replaceAll('"type":"seats-held"', '"type":"held"'))` },
    ],
  },
  {
    name: 'a renamed member of a fact',
    mistakes: [
      {
        ...write,
        replacement: `const facts = JSON.stringify(batch.facts).replaceAll('"reference":', '"orderNumber":');`,
      },
      { ...read, replacement: `JSON.parse(facts.replaceAll('"orderNumber":', '"reference":'))` },
    ],
  },
  {
    name: 'another order of the parts of a forwarded call under the same version of the protocol',
    mistakes: [
      {
        file: 'src/cluster/link/messages.ts',
        text: '    to.add(remainingMs);\n    to.add(request);\n',
        replacement: '    to.add(request);\n    to.add(remainingMs);\n',
      },
      {
        file: 'src/cluster/link/messages.ts',
        text: "const remainingMs = values[at + 1] as number;\n  const request = values[at + 2] as Envelope['request'];",
        replacement:
          "const remainingMs = values[at + 2] as number;\n  const request = values[at + 1] as Envelope['request'];",
      },
    ],
  },
];

/** The violations that a rolling upgrade to this tree with the plant finds; it ends at the first. */
export async function runPlant({ mistakes }: Plant, options: RollOptions): Promise<readonly string[]> {
  const next = copyProject();
  try {
    breakCopy(next, mistakes);
    return (await roll({ ...options, trees: { ...options.trees, next }, endsAtFirstViolation: true })).violations;
  } finally {
    removeCopy(next);
  }
}
