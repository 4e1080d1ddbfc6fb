/**
 * Writes an archive file: under a temporary name, synced to the disk, then renamed. Promises that a file with the final
 * name is whole. Holds one piece of the text at a time.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { firstLine } from './format.ts';

const pieceCharacters = 64 * 1024;

export interface WrittenFile {
  readonly digest: Buffer;
  readonly bytes: number;
}

/** The lines come without their ends. A file that is there is replaced. */
export async function writeArchiveFile(file: string, lines: AsyncIterable<string>): Promise<WrittenFile> {
  const temporary = `${file}.part`;
  // It has names of buyers: only the operator's account reads it.
  const handle = await open(temporary, 'w', 0o600);
  let written: WrittenFile;
  try {
    written = await writeAll(handle, lines);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await handle.close();
  await rename(temporary, file);
  await syncFolder(dirname(file));
  return written;
}

async function writeAll(handle: FileHandle, lines: AsyncIterable<string>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const write = async (piece: Buffer): Promise<void> => {
    hash.update(piece);
    bytes += piece.length;
    await handle.writeFile(piece);
  };
  await write(Buffer.from(firstLine));
  await pipeline(textOf(lines), createGzip(), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await write(piece);
  });
  const digest = hash.digest();
  await handle.writeFile(digest);
  return { digest, bytes: bytes + digest.length };
}

/** The text in pieces that are worth a call of the compressor. */
async function* textOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The new name must survive a power cut too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
