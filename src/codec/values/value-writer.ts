/**
 * Writes values as bytes: null, booleans, numbers, any text, lists, plain objects and typed arrays (columns). A message
 * is any number of values, and the shapes of their objects that are new in it: each shape is written once, however many
 * objects and messages of the writer have it. Members that are undefined are left out, as in JSON. One `ValueReader`
 * reads all messages of one writer, in their order.
 */
import { membersMax, type Shape, ShapeTree } from './shapes.ts';
import {
  codecVersion,
  columnTypes,
  continued,
  depthMax,
  longMax,
  messageHeadBytes,
  numbersAnew,
  shortTextMax,
  smallMax,
  tags,
  wordMax,
} from './tags.ts';

const firstBytes = 16 * 1024;
/** A buffer that one large message has grown is not kept. */
const keptBytesMax = 1024 * 1024;

/** One value as a message. */
export function encodeValue(value: unknown): Buffer {
  const writer = new ValueWriter();
  writer.add(value);
  return writer.take();
}

export class ValueWriter {
  #bytes: Buffer = Buffer.allocUnsafeSlow(firstBytes);
  #view = viewOf(this.#bytes);
  #length = messageHeadBytes;
  #depth = 0;
  #tree = new ShapeTree();
  #shapeCount = 0;
  /** Those that the reader does not know before this message. */
  #newShapes: Shape[] = [];
  #isAnew = false;

  /** Of the values so far. */
  get length(): number {
    return this.#length - messageHeadBytes;
  }

  /** Throws a TypeError when the value cannot be written; take it back then with `cutTo`. */
  add(value: unknown): void {
    this.#depth = 0;
    this.#value(value);
  }

  /** Takes back what was added after the first `length` bytes. */
  cutTo(length: number): void {
    this.#length = length + messageHeadBytes;
    // A reader of the message will not see the last values of what was taken back.
    this.#tree.forget();
  }

  /** The message, valid until the next value is added. */
  take(): Buffer {
    const table = this.#length;
    for (const shape of this.#newShapes) this.#writeNames(shape);
    const message = this.#bytes.subarray(0, this.#length);
    message[0] = codecVersion;
    message[1] = this.#isAnew ? numbersAnew : 0;
    this.#view.setUint32(2, table, true);
    this.#newShapes = [];
    this.#tree.forget();
    this.#isAnew = this.#tree.isFull;
    if (this.#isAnew) {
      this.#tree = new ShapeTree();
      this.#shapeCount = 0;
    }
    this.#length = messageHeadBytes;
    if (this.#bytes.length > keptBytesMax) {
      this.#bytes = Buffer.allocUnsafeSlow(firstBytes);
      this.#view = viewOf(this.#bytes);
    }
    return message;
  }

  #value(value: unknown): void {
    if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'number') this.#number(value);
    else if (typeof value === 'object' && value !== null) this.#compound(value);
    else if (value === null || value === undefined) this.#tag(tags.null);
    else if (typeof value === 'boolean') this.#tag(value ? tags.true : tags.false);
    else throw new TypeError(`a ${typeof value} is no value`);
  }

  #tag(tag: number): void {
    this.#grow(1);
    this.#bytes[this.#length++] = tag;
  }

  #number(value: number): void {
    this.#grow(9);
    const at = this.#length;
    if (value >>> 0 === value && !Object.is(value, -0)) {
      if (value <= smallMax) {
        this.#bytes[at] = tags.small + value;
        this.#length = at + 1;
      } else if (value <= wordMax) {
        this.#bytes[at] = tags.word;
        this.#view.setUint16(at + 1, value, true);
        this.#length = at + 3;
      } else this.#long(tags.long, value);
    } else if (Number.isInteger(value) && value < 0 && -1 - value <= longMax) this.#long(tags.negative, -1 - value);
    else {
      this.#bytes[at] = tags.double;
      this.#view.setFloat64(at + 1, value, true);
      this.#length = at + 9;
    }
  }

  /** A tag with four bytes, for which there is room. */
  #long(tag: number, value: number): void {
    this.#bytes[this.#length] = tag;
    this.#view.setUint32(this.#length + 1, value, true);
    this.#length += 5;
  }

  #text(value: string): void {
    const { length } = value;
    this.#grow(5 + length * 3);
    const at = this.#length;
    if (length <= shortTextMax) {
      const bytes = this.#bytes;
      let place = 0;
      for (; place < length; place++) {
        const code = value.charCodeAt(place);
        if (code > 0x7f) break;
        bytes[at + 2 + place] = code;
      }
      if (place === length) {
        bytes[at] = tags.shortText;
        bytes[at + 1] = length;
        this.#length = at + 2 + length;
        return;
      }
    }
    const isWide = !value.isWellFormed();
    const size = this.#bytes.write(value, at + 5, isWide ? 'utf16le' : 'utf8');
    this.#long(isWide ? tags.wideText : tags.text, size);
    this.#length += size;
  }

  #compound(value: object): void {
    if (++this.#depth > depthMax) throw new TypeError('a value is nested too deep');
    if (Array.isArray(value)) {
      this.#grow(5);
      this.#long(tags.list, value.length);
      for (const item of value) this.#value(item);
    } else if (ArrayBuffer.isView(value)) this.#column(value);
    else if (!this.#tree.isFull) this.#object(value as Readonly<Record<string, unknown>>);
    else {
      this.#tag(tags.map);
      this.#members(membersOf(value));
    }
    this.#depth--;
  }

  #object(value: Readonly<Record<string, unknown>>): void {
    this.#grow(3);
    const start = this.#length;
    this.#bytes[start] = tags.object;
    this.#length += 3;
    let shape = this.#tree.root;
    // Not `for … in`: V8 expects the same names there again, and gives the function up when they are others.
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (member === undefined) continue;
      if (shape.length === membersMax) {
        this.#view.setUint16(start + 1, this.#numberOf(shape) | continued, true);
        this.#members(membersOf(value).slice(membersMax));
        return;
      }
      shape = shape.with(name);
      if (typeof member !== 'string' && (typeof member !== 'object' || member === null)) this.#value(member);
      else if (member === shape.latest) this.#tag(tags.again);
      else {
        this.#value(member);
        shape.keep(member);
      }
    }
    this.#view.setUint16(start + 1, this.#numberOf(shape), true);
  }

  #numberOf(shape: Shape): number {
    if (shape.number === -1) {
      shape.number = this.#shapeCount++;
      this.#newShapes.push(shape);
    }
    return shape.number;
  }

  /** How many, then names and values in turn. */
  #members(members: readonly (readonly [name: string, value: unknown])[]): void {
    this.#grow(4);
    this.#view.setUint32(this.#length, members.length, true);
    this.#length += 4;
    for (const [name, member] of members) {
      this.#text(name);
      this.#value(member);
    }
  }

  #column(value: ArrayBufferView): void {
    const type = columnTypes.findIndex((Type) => value instanceof Type);
    if (type === -1) throw new TypeError(`a column of the unknown type ${value.constructor.name}`);
    this.#grow(6 + value.byteLength);
    this.#bytes[this.#length++] = tags.column;
    this.#long(type, value.byteLength);
    this.#bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), this.#length);
    this.#length += value.byteLength;
  }

  /** The length in bytes, then the names. */
  #writeNames(shape: Shape): void {
    this.#grow(4);
    const start = this.#length;
    this.#length += 4;
    for (const { name } of shape.places()) this.#text(name);
    this.#view.setUint32(start, this.#length - start - 4, true);
  }

  #grow(size: number): void {
    const wanted = this.#length + size;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

function membersOf(value: object): readonly (readonly [name: string, value: unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
