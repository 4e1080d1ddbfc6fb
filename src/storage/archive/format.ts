/**
 * The form of an archive file. A first line names the format and its version; then comes gzip; the last 32 bytes are the
 * SHA-256 digest of everything before them. The compressed text has one line for each row, as PostgreSQL writes it as
 * JSON, and lines that begin with `#`: the heading, the begin of each part, its end with its length, and the end of all.
 */
import { z } from 'zod';

export const archiveVersion = 1;
export const digestBytes = 32;

/** A longer first line belongs to no archive. */
export const firstLineBytesMax = 64;
/** A record of the journal is the longest row; a body that made it has at most 64 MB. */
export const lineBytesMax = 256 * 1024 * 1024;

export const firstLine = `usher-archive ${archiveVersion}\n`;

/** What a file says of its event before its parts. */
export interface ArchiveHeading {
  /** The public name of the tenant, which is the same in every copy of the database. */
  readonly tenant: string;
  readonly organizationId: number;
  readonly eventId: string;
  readonly eventNumber: number;
  readonly name: string;
  readonly schemaId: number;
  /** Of the layout that the file has; the event's own version may be older. */
  readonly layoutVersion: number;
  /** Number of the event's last record. */
  readonly headSeq: number;
  readonly writtenAt: string;
}

/** A column of bytes, as PostgreSQL writes it as JSON. */
export const hexBytes = z.string().transform((hex) => Buffer.from(hex.slice('\\x'.length), 'hex'));

export interface PartLength {
  readonly rows: number;
  /** Of the rows, before compression, without line ends. */
  readonly bytes: number;
}

/** The file is no archive, is damaged, or is of another version. The message is for the operator. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

export const controlLine = (word: string, ...values: readonly object[]): string =>
  ['#', word, ...values.map((value) => JSON.stringify(value))].join(' ');
