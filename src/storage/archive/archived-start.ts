/**
 * The start of a replay of an archive: the layout and the snapshot in the file. Throws `UnreadableSnapshot` and `BrokenInvariant`
 * when they cannot be used.
 */
import { z } from 'zod';
import { BrokenInvariant } from '#collections/assert.ts';
import { EventState } from '#domain/event-state.ts';
import type { EventImage } from '#domain/image.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { restore } from '../journal/event-store.ts';
import { ImageReader } from '../journal/snapshot-format.ts';
import { type ArchivedRow, parsed } from './archive-reader.ts';
import { hexBytes } from './format.ts';
import { planPart } from './parts.ts';

const snapshotRow = z.object({
  part: z.int(),
  checksum: z.int(),
  body: z.string().nullable(),
  bytes: hexBytes.nullable(),
});

export class ArchivedStart {
  #map: SeatMap | null = null;
  #reader: ImageReader | null = null;

  /** Both parts are before the journal in the file. True when the row is of one of them. */
  take({ part, text }: ArchivedRow): boolean {
    if (part === planPart) this.#map = SeatMap.from(JSON.parse(text));
    else if (part !== 'snapshot') return false;
    else if (this.#reader === null) this.#reader = new ImageReader(parsed(snapshotRow, text));
    else this.#reader.add(parsed(snapshotRow, text));
    return true;
  }

  get map(): SeatMap {
    if (this.#map === null) throw new BrokenInvariant('the file has no layout');
    return this.#map;
  }

  /** Null: the file has no snapshot. */
  image(): EventImage | null {
    return this.#reader?.image() ?? null;
  }

  /** The state of the image, or before the first record. `firstSeq`: of the first record in the file. */
  async state(image: EventImage | null, firstSeq: number): Promise<EventState> {
    if (firstSeq > 1 && (image === null || image.seq < firstSeq - 1)) {
      throw new BrokenInvariant('the records before it are missing, and no snapshot has them');
    }
    return image === null ? new EventState(this.map) : restore(image, this.map);
  }
}
