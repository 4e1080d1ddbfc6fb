/** Images of events as the parts of a stored snapshot, without a database. */
import type { EventImage } from '#domain/image.ts';
import { ImageReader, partsOf } from '#storage/journal/snapshot-format.ts';
import type { Part } from '#storage/journal/snapshot-parts.ts';

/** The image that the parts hold, of which the last is part 0. */
export function imageIn(parts: readonly Part[]): EventImage {
  const reader = new ImageReader(parts.at(-1) as Part);
  for (const part of parts.slice(0, -1)) reader.add(part);
  return reader.image();
}

/** The image as recovery reads it. */
export function storedAndRead(image: EventImage): EventImage {
  return imageIn([...partsOf(image)]);
}
