/**
 * The catalogue of formats that are stored or sent, and the cluster version from which each may be written. Every format
 * of the list can be read. Facts, their members and commands name their version where they are defined; columns of tables
 * follow the rules of migrations. Values carry the version of their codec, and the messages of a link are those of its
 * protocol, which each pair of nodes agrees on.
 */

export type FormatName = 'journal record' | 'snapshot' | 'node card' | 'recorded answer' | 'feed row';

interface Format {
  readonly format: number;
  readonly since: number;
}

const formats: Readonly<Record<FormatName, readonly [Format, ...Format[]]>> = {
  /** The column `format` of the journal. Unknown to a reader: the event is not loaded. */
  'journal record': [{ format: 1, since: 1 }],
  /** The header of a snapshot. Unknown to a reader: skipped, and the journal is replayed. */
  snapshot: [{ format: 5, since: 1 }],
  /** The first part of a node's card on Redis. Unknown to a reader: the node is left out, with a warning. */
  'node card': [{ format: 1, since: 1 }],
  /** The first byte of the recorded answer of a keyed call, without its lowest bit. Unknown to a reader: 503. */
  'recorded answer': [{ format: 0, since: 1 }],
  /** 0: the column `changes`; others are the first byte of `packed`. Unknown to a reader: the feed is not read. */
  'feed row': [
    { format: 0, since: 1 },
    { format: 1, since: 2 },
  ],
};

/** The newest format that may be written while this cluster version is in force. */
export function formatAt(name: FormatName, version: number): number {
  const written = formats[name].findLast(({ since }) => since <= version);
  if (written === undefined) throw new TypeError(`nothing of '${name}' may be written at cluster version ${version}`);
  return written.format;
}

export function isReadable(name: FormatName, format: number): boolean {
  return formats[name].some((known) => known.format === format);
}

/**
 * The format of a writer that does not ask for the version in force. It does not load once there are two: then the writer
 * must choose by `formatAt`.
 */
export function onlyFormat(name: FormatName): number {
  const [first, ...others] = formats[name];
  if (others.length > 0) throw new TypeError(`'${name}' has several formats: choose one by the version in force`);
  return first.format;
}
