/**
 * The shapes of objects: their member names in order, as a tree. Writer and reader have a tree each. A place of the tree
 * also has the last text or object that stood there in this message, so that a repetition takes one byte and is one
 * object again. Promises that both trees have the same last values at the same point of a message, and that a tree
 * stays small whatever names a caller invents.
 */

/** Further members of an object are written with their names. */
export const membersMax = 64;
/** A writer adds no shapes beyond these, and begins its next message with an empty tree. */
const placesMax = 4_096;

/** One member name after those before it. */
export class Shape {
  readonly name: string;
  readonly before: Shape | null;
  /** Number of names from the root. */
  readonly length: number;
  /** Of the shape in the table of its writer; -1: not there yet. */
  number = -1;
  /** The last text or object in this place of this message. */
  latest: unknown = undefined;
  #likely: Shape | null = null;
  readonly #next = new Map<string, Shape>();
  readonly #tree: ShapeTree;

  constructor(tree: ShapeTree, before: Shape | null, name: string) {
    this.#tree = tree;
    this.before = before;
    this.name = internalized(name);
    this.length = before === null ? 0 : before.length + 1;
  }

  /** The shape with one more name. */
  with(name: string): Shape {
    const likely = this.#likely;
    if (likely !== null && likely.name === name) return likely;
    let next = this.#next.get(name);
    if (next === undefined) {
      next = new Shape(this.#tree, this, name);
      this.#tree.size++;
      this.#next.set(name, next);
    }
    this.#likely = next;
    return next;
  }

  /** The shapes from the first name to this one. */
  places(): readonly Shape[] {
    const places: Shape[] = [];
    for (let shape: Shape = this; shape.before !== null; shape = shape.before) places.push(shape);
    return places.reverse();
  }

  /** Notes what stands in this place. */
  keep(value: unknown): void {
    if (this.latest === undefined) this.#tree.kept.push(this);
    this.latest = value;
  }
}

/** The same text as V8 keeps it for names of members: with another one each access by name would look it up first. */
function internalized(name: string): string {
  return Object.keys({ [name]: null })[0] as string;
}

export class ShapeTree {
  readonly root: Shape = new Shape(this, null, '');
  size = 0;
  readonly kept: Shape[] = [];

  get isFull(): boolean {
    return this.size > placesMax;
  }

  /** Forgets all last values. */
  forget(): void {
    for (const shape of this.kept) shape.latest = undefined;
    this.kept.length = 0;
  }
}
