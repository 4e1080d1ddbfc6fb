/** The lines of one side of an exchange, or of a whole purchase. */
import type { ComponentChild } from 'preact';
import { Named } from '../../shared/components/words.tsx';
import type { CartLine } from './cart.ts';

export function Side({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly CartLine[];
}): ComponentChild {
  return (
    <section class="side">
      <h4>{title}</h4>
      <ul class="cart-lines">
        {lines.map(({ key, place, price }) => (
          <li key={key}>
            <Named text={place} />
            <span class="cost">{price}</span>
          </li>
        ))}
        {lines.length === 0 && <li>–</li>}
      </ul>
    </section>
  );
}
