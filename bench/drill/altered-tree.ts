/**
 * A copy of the service's sources with a deliberate mistake in it, to be run in the place of the real ones. A mistake is an
 * exact replacement of text that stands there once: when the source has moved on, it says so instead of changing nothing.
 */
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Alteration {
  /** From the top of the project. */
  readonly file: string;
  readonly text: string;
  readonly by: string;
}

const root = join(import.meta.dirname, '..', '..');
const copied = ['src', 'actors', 'workers', 'package.json'];

/** Runs `work` on an altered copy, which is removed afterwards. Throws when an alteration does not apply. */
export async function withAlteredTree<T>(
  alterations: readonly Alteration[],
  work: (tree: string) => Promise<T>,
): Promise<T> {
  const tree = await mkdtemp(join(tmpdir(), 'usher-altered-'));
  try {
    for (const name of copied) await cp(join(root, name), join(tree, name), { recursive: true });
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'));
    for (const alteration of alterations) await alter(tree, alteration);
    return await work(tree);
  } finally {
    await rm(tree, { recursive: true, force: true });
  }
}

async function alter(tree: string, { file, text, by }: Alteration): Promise<void> {
  const source = await readFile(join(tree, file), 'utf8');
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${file} has '${text}' ${parts.length - 1} times, not once`);
  await writeFile(join(tree, file), parts.join(by));
}
