/** What the kernel holds for TCP connections: memory of no process, which resident memory does not show. */
import { readFile } from 'node:fs/promises';

const pageBytes = 4096;
const bytesPerMb = 1024 * 1024;
/** TIME_WAIT and SYN_RECV: the kernel keeps nothing that was sent. */
const withoutBytes: readonly string[] = ['06', '03'];

export interface Sockets {
  /** Of all connections of the machine. */
  readonly machine: { readonly orphans: number; readonly megabytes: number };
  /** Connections of the port that a process has. */
  readonly open: number;
  /** Connections of the port that no process has any more. */
  readonly orphans: number;
  /** What the port's connections have sent and their clients have not taken. */
  readonly unsentMb: number;
}

/** Null where the system does not tell. */
export async function kernelSockets(port: number): Promise<Sockets | null> {
  const text = await readFile('/proc/net/sockstat', 'utf8').catch(() => '');
  const [, orphans, pages] = /^TCP: .*orphan (\d+) .*mem (\d+)$/m.exec(text) ?? [];
  if (orphans === undefined) return null;
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const counts = { open: 0, orphans: 0, unsent: 0 };
  for (const line of tables.flatMap((table) => table.split('\n').slice(1))) {
    const [, local, remote, state, queues, , , , , inode] = line.trim().split(/\s+/);
    if (!local?.endsWith(suffix) || remote?.endsWith(':0000') || withoutBytes.includes(state as string)) continue;
    if (inode === '0') counts.orphans += 1;
    else counts.open += 1;
    counts.unsent += Number.parseInt(queues as string, 16);
  }
  return {
    machine: { orphans: Number(orphans), megabytes: (Number(pages) * pageBytes) / bytesPerMb },
    open: counts.open,
    orphans: counts.orphans,
    unsentMb: counts.unsent / bytesPerMb,
  };
}
