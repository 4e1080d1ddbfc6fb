/** The first byte of each value, shared by writer and reader. A new meaning needs a new version of the codec. */

/** The first byte of a message. */
export const codecVersion = 1;
/** Version, whether the shapes are numbered anew, then where the table of new shapes begins. */
export const messageHeadBytes = 6;
export const numbersAnew = 1;

export const tags = {
  null: 0,
  false: 1,
  true: 2,
  /** Eight bytes. */
  double: 3,
  /** Two bytes, four bytes, from 0; and four bytes of a negative number, as its complement. */
  word: 4,
  long: 5,
  negative: 6,
  /** Length in one byte, then ASCII. */
  shortText: 7,
  /** Length in four bytes, then UTF-8 or UTF-16: UTF-8 has no lone surrogates. */
  text: 8,
  wideText: 9,
  /** Length in four bytes, then the values. */
  list: 10,
  /** Number of the shape in two bytes, then the members. */
  object: 11,
  /** Length in four bytes, then names and values in turn. */
  map: 12,
  /** Type in one byte, length in bytes in four, then the bytes. */
  column: 13,
  /** The value that stood in this place of a shape before. */
  again: 14,
  /** This tag and all above it: an integer from 0. */
  small: 16,
} as const;

export const smallMax = 255 - tags.small;
export const wordMax = 0xffff;
export const longMax = 0xffff_ffff;
export const shortTextMax = 64;

/** This bit of a shape's number: more members of the object follow, with their names, as in a map. */
export const continued = 0x8000;

/** Lists and objects within each other. */
export const depthMax = 300;

export const columnTypes = [Uint8Array, Uint16Array, Uint32Array, Int32Array, Float64Array] as const;
