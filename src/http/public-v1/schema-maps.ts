/**
 * The texts of public maps, encoded once for each version of a layout and kept compressed. A bounded cache: the least
 * recently read map is evicted first.
 */
import { Cache } from '#storage/database/cache.ts';
import { CompressedText } from '../pipeline/compressed-text.ts';

/** A layout of 50,000 seats takes 0.2 to 0.7 MB. */
const keptBytesMax = 64 * 1024 * 1024;

/** The part of a plan that contains everything on it. */
export interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The output of the encoding thread. */
export interface EncodedMap {
  /** JSON up to the value of its last member, the event's name. */
  readonly schema: Uint8Array;
  /** SVG. */
  readonly rowLabels: Uint8Array;
  readonly viewBox: ViewBox;
  readonly digest: string;
}

export interface SchemaMap {
  /** Without the event's name and `}}` at the end. */
  readonly schema: CompressedText;
  readonly rowLabels: CompressedText;
  readonly viewBox: ViewBox;
  /** Identifies the content of both texts. */
  readonly digest: string;
}

export class SchemaMaps {
  readonly #cache: Cache<string, SchemaMap>;

  constructor(encode: (schemaId: number) => Promise<EncodedMap>) {
    const load = async (key: string): Promise<SchemaMap> => {
      const { schema, rowLabels, viewBox, digest } = await encode(Number.parseInt(key, 10));
      const compressed = await Promise.all([
        CompressedText.of(schema, 'lasting'),
        CompressedText.of(rowLabels, 'lasting'),
      ]);
      return { schema: compressed[0], rowLabels: compressed[1], viewBox, digest };
    };
    this.#cache = new Cache(keptBytesMax, load, ({ schema, rowLabels }) => schema.weight + rowLabels.weight);
  }

  /** The map of an existing schema, in this version or a later one. */
  get({ schemaId, version }: { readonly schemaId: number; readonly version: string }): Promise<SchemaMap> {
    return this.#cache.get(`${schemaId} ${version}`);
  }
}
