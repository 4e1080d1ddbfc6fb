/** Archives of events whose text is not what was written, with a digest that fits: what a digest cannot find. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';

const digestBytes = 32;

/** The decompressed text of `file` goes through `change`, and to the file `other`, whose path is returned. */
export async function rewrittenArchive(file: string, other: string, change: (text: string) => string): Promise<string> {
  const bytes = await readFile(file);
  const start = bytes.indexOf('\n') + 1;
  const text = gunzipSync(bytes.subarray(start, -digestBytes)).toString();
  const changed = change(text);
  expect(changed).not.toBe(text);
  const body = Buffer.concat([bytes.subarray(0, start), gzipSync(changed)]);
  await writeFile(other, Buffer.concat([body, createHash('sha256').update(body).digest()]));
  return other;
}
