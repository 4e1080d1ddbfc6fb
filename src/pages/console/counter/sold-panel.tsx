/** The end of a sale: what was sold, and the button for the next customer. */
import type { ComponentChild } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { Badge, Named, Pairs } from '../../shared/components/words.tsx';
import type { Plan } from '../../shared/plan.ts';
import { text as words } from '../texts.ts';
import { linesOf } from './cart.ts';
import { sumText } from './money.ts';
import type { Sold } from './sale.ts';
import { text } from './texts.ts';
import type { WholeUnit } from './wares.ts';

interface Properties {
  readonly sold: Sold;
  readonly plan: Plan | null;
  readonly units: readonly WholeUnit[];
  readonly onNext: () => void;
}

export function SoldPanel({ sold, plan, units, onNext }: Properties): ComponentChild {
  const { reference, name, cart } = sold;
  return (
    <Card title={text('soldTitle')} class="till-cart sold">
      <p role="status">
        <Badge look="good">{words('sold')}</Badge> <strong class="code">{reference}</strong>
      </p>
      <ul class="cart-lines">
        {linesOf(cart, plan, units).map(({ key, place, price }) => (
          <li key={key}>
            <Named text={place} />
            <span class="cost">{price}</span>
          </li>
        ))}
      </ul>
      <Pairs
        rows={[
          ...(name === '' ? [] : [[text('customer'), <Named text={name} />] as const]),
          [words('total'), <strong>{sumText(sold)}</strong>],
        ]}
      />
      <Button id="till-next" look="primary" onPress={onNext}>
        {text('nextSale')}
      </Button>
    </Card>
  );
}
