/**
 * Reads the values of messages. Promises that it throws nothing but `UnreadableValue`, whatever the bytes are, reads
 * none beyond them, and makes nothing that is much larger than they are. Columns are copied out of the bytes.
 */
import { membersMax, type Shape, ShapeTree } from './shapes.ts';
import { codecVersion, columnTypes, continued, depthMax, messageHeadBytes, numbersAnew, tags } from './tags.ts';

/** The bytes are no message of this version. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue';
}

/** The only value of the only message of a writer. */
export function decodeValue(bytes: Buffer): unknown {
  const values = new ValueReader().read(bytes);
  if (values.length !== 1) throw new UnreadableValue(`${values.length} values instead of one`);
  return values[0];
}

/** Reads the messages of one writer, in their order. Of no further use once it has thrown. */
export class ValueReader {
  #tree = new ShapeTree();
  #shapes: (readonly Shape[])[] = [];

  /** All values of the next message. */
  read(bytes: Buffer): unknown[] {
    if (bytes.length < messageHeadBytes || bytes[0] !== codecVersion) throw new UnreadableValue('an unknown version');
    const table = bytes.readUInt32LE(2);
    if (table < messageHeadBytes || table > bytes.length) throw new UnreadableValue('the message is cut');
    if (bytes[1] === numbersAnew) {
      this.#tree = new ShapeTree();
      this.#shapes = [];
    }
    this.#readShapes(bytes, table);
    const values = new ByteReader(bytes, messageHeadBytes, table, this.#shapes).values();
    this.#tree.forget();
    return values;
  }

  /** Adds the shapes of the table that begins at `table`. */
  #readShapes(bytes: Buffer, table: number): void {
    for (let at = table; at < bytes.length; ) {
      const start = at + 4;
      at = start + (start > bytes.length ? 0 : bytes.readUInt32LE(at));
      if (at > bytes.length) throw new UnreadableValue('the message is cut');
      if (this.#shapes.length === continued) throw new UnreadableValue('too many shapes');
      this.#shapes.push(this.#shapeOf(new ByteReader(bytes, start, at, []).values()));
    }
  }

  #shapeOf(names: readonly unknown[]): readonly Shape[] {
    if (names.length > membersMax) throw new UnreadableValue('a shape with too many names');
    let shape = this.#tree.root;
    for (const name of names) {
      if (typeof name !== 'string') throw new UnreadableValue('a member without a name');
      shape = shape.with(name);
    }
    return shape.places();
  }
}

/** The values between two positions. */
class ByteReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #end: number;
  readonly #shapes: readonly (readonly Shape[])[];
  #at: number;
  #depth = 0;

  constructor(bytes: Buffer, start: number, end: number, shapes: readonly (readonly Shape[])[]) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#at = start;
    this.#end = end;
    this.#shapes = shapes;
  }

  values(): unknown[] {
    const values: unknown[] = [];
    while (this.#at < this.#end) values.push(this.#value());
    return values;
  }

  #value(): unknown {
    const tag = this.#bytes[this.#past(1)] as number;
    if (tag >= tags.small) return tag - tags.small;
    switch (tag) {
      case tags.shortText:
        return this.#shortText();
      case tags.object:
        return this.#object();
      case tags.double:
        return this.#view.getFloat64(this.#past(8), true);
      case tags.word:
        return this.#view.getUint16(this.#past(2), true);
      case tags.long:
        return this.#long();
      case tags.negative:
        return -1 - this.#long();
      case tags.null:
        return null;
      case tags.false:
        return false;
      case tags.true:
        return true;
      case tags.list:
        return this.#list();
      case tags.text:
        return this.#text('utf8');
      case tags.wideText:
        return this.#text('utf16le');
      case tags.column:
        return this.#column();
      case tags.map:
        return this.#map();
      default:
        throw new UnreadableValue(`an unknown tag ${tag}`);
    }
  }

  #long(): number {
    return this.#view.getUint32(this.#past(4), true);
  }

  #shortText(): string {
    const size = this.#bytes[this.#past(1)] as number;
    const at = this.#past(size);
    return this.#bytes.toString('latin1', at, at + size);
  }

  #text(encoding: 'utf8' | 'utf16le'): string {
    const size = this.#long();
    const at = this.#past(size);
    return this.#bytes.toString(encoding, at, at + size);
  }

  #list(): unknown[] {
    this.#enter();
    const list: unknown[] = [];
    for (let left = this.#long(); left > 0; left--) list.push(this.#value());
    this.#depth--;
    return list;
  }

  #object(): Record<string, unknown> {
    this.#enter();
    const head = this.#view.getUint16(this.#past(2), true);
    const shape = this.#shapes[head & ~continued];
    if (shape === undefined) throw new UnreadableValue('an unknown shape');
    const object: Record<string, unknown> = {};
    for (const place of shape) setMember(object, place.name, this.#member(place));
    if ((head & continued) !== 0) this.#readMembers(object);
    this.#depth--;
    return object;
  }

  #member(place: Shape): unknown {
    if (this.#bytes[this.#at] === tags.again && this.#at < this.#end) {
      this.#at++;
      if (place.latest === undefined) throw new UnreadableValue('nothing stood here before');
      return place.latest;
    }
    const value = this.#value();
    if (typeof value === 'string' || (typeof value === 'object' && value !== null)) place.keep(value);
    return value;
  }

  #map(): Record<string, unknown> {
    this.#enter();
    const object: Record<string, unknown> = {};
    this.#readMembers(object);
    this.#depth--;
    return object;
  }

  #readMembers(object: Record<string, unknown>): void {
    for (let left = this.#long(); left > 0; left--) {
      const name = this.#value();
      if (typeof name !== 'string') throw new UnreadableValue('a member without a name');
      setMember(object, name, this.#value());
    }
  }

  #column(): ArrayBufferView {
    const Type = columnTypes[this.#bytes[this.#past(1)] as number];
    const size = this.#long();
    const at = this.#past(size);
    if (Type === undefined || size % Type.BYTES_PER_ELEMENT !== 0) throw new UnreadableValue('an unknown column');
    const column = new Type(size / Type.BYTES_PER_ELEMENT);
    new Uint8Array(column.buffer).set(this.#bytes.subarray(at, at + size));
    return column;
  }

  #enter(): void {
    if (++this.#depth > depthMax) throw new UnreadableValue('a value is nested too deep');
  }

  /** The position, which moves on by `size`. */
  #past(size: number): number {
    const at = this.#at;
    if (at + size > this.#end) throw new UnreadableValue('the message is cut');
    this.#at = at + size;
    return at;
  }
}

/** An own member, whatever its name is. */
function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
