/**
 * Cuts the bytes of a connection into pieces so that no piece has bytes of two requests: a parser that gets one piece
 * at a time finds one request at a time. Knows only where a head, a body of known length or a chunked body can end; the
 * parser validates the rest.
 */
const emptyLine = Buffer.from('\r\n\r\n');
const carriageReturn = 13;

export class MessageCutter {
  /** Bytes of a body of known length that have not arrived yet. */
  #bodyBytes = 0;
  /** How many bytes of an empty line the last piece ended with. */
  #matched = 0;

  /** Call it when a head has been read: the next `bytes` bytes are its body. */
  expectBody(bytes: number): void {
    this.#bodyBytes = bytes;
    this.#matched = 0;
  }

  /**
   * The end of the piece that begins at `from`. Heads and chunked bodies end with an empty line; a piece inside a body
   * may too.
   */
  endOfPiece(packet: Buffer, from: number): number {
    if (this.#bodyBytes > 0) {
      const end = Math.min(packet.length, from + this.#bodyBytes);
      this.#bodyBytes -= end - from;
      return end;
    }
    let at = from;
    while (this.#matched > 0 && at < packet.length) {
      const byte = packet[at++];
      if (byte === emptyLine[this.#matched]) this.#matched += 1;
      else this.#matched = byte === carriageReturn ? 1 : 0;
      if (this.#matched === emptyLine.length) {
        this.#matched = 0;
        return at;
      }
    }
    const found = at < packet.length ? packet.indexOf(emptyLine, at) : -1;
    if (found !== -1) return found + emptyLine.length;
    if (at < packet.length) this.#matched = matchedAtEnd(packet, at);
    return packet.length;
  }
}

/** How many of the last bytes, from `from` on, can be the beginning of an empty line. */
function matchedAtEnd(packet: Buffer, from: number): number {
  for (let count = Math.min(emptyLine.length - 1, packet.length - from); count > 0; count--) {
    if (packet.subarray(packet.length - count).equals(emptyLine.subarray(0, count))) return count;
  }
  return 0;
}
