/** Small parts with words: a name, a badge, an empty place, a list of names and values. */
import type { ComponentChild, ComponentChildren } from 'preact';

interface NamedProperties {
  /** The element; absent: a `span`. */
  readonly as?: 'span' | 'strong' | 'small' | 'p' | 'h1';
  readonly text: string;
  readonly class?: string;
}

/**
 * A text with names that the organization has written: of any length and in any script. It takes the direction of its
 * own first letter, so that it does not turn the words around it, and shows all of itself under the pointer where it is
 * cut off.
 */
export function Named({ as: Element = 'span', text, ...look }: NamedProperties): ComponentChild {
  return (
    <Element dir="auto" title={text} {...look}>
      {text}
    </Element>
  );
}

interface BadgeProperties {
  readonly look?: 'good' | 'warn' | 'bad' | 'accent' | '';
  readonly children: ComponentChildren;
}

/** A state in one or two words. */
export function Badge({ look = '', children }: BadgeProperties): ComponentChild {
  return <span class={`badge ${look}`}>{children}</span>;
}

/** In the place of content that does not exist, or is not there yet. */
export function EmptyText({ children }: { readonly children: ComponentChildren }): ComponentChild {
  return <p class="empty">{children}</p>;
}

export type Pair = readonly [name: string, value: ComponentChild];

/** A list of names and values. */
export function Pairs({ rows }: { readonly rows: readonly Pair[] }): ComponentChild {
  return (
    <dl class="pairs">
      {rows.map(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name}-value`}>{value}</dd>])}
    </dl>
  );
}
