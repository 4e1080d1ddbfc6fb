/**
 * Cuts the bytes of a connection into pieces of which none holds the head of one request and anything of the next, so that
 * a parser that is given one piece at a time finds one request at a time. Reads no more of HTTP than where a head, a body
 * of known length or a chunked body can end; the parser judges the rest.
 */
const emptyLine = Buffer.from('\r\n\r\n');
const carriageReturn = 13;

export class MessageCutter {
  /** What is still to come of a body of known length. */
  #bodyBytes = 0;
  /** So many bytes of an empty line were at the end of the last piece. */
  #matched = 0;

  /** To be called when a head has been read: so many bytes behind it belong to its body. */
  expectBody(bytes: number): void {
    this.#bodyBytes = bytes;
    this.#matched = 0;
  }

  /** Where the piece ends that begins at `from`. Heads and chunked bodies end with an empty line, and so may a piece inside. */
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

/** How many of the last bytes, not looking further back than `from`, begin an empty line. */
function matchedAtEnd(packet: Buffer, from: number): number {
  for (let count = Math.min(emptyLine.length - 1, packet.length - from); count > 0; count--) {
    if (packet.subarray(packet.length - count).equals(emptyLine.subarray(0, count))) return count;
  }
  return 0;
}
