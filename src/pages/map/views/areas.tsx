/** The general-admission areas, each with the number of places that the buyer wants. */
import type { ComponentChild } from 'preact';
import { Card } from '../../shared/components/frames.tsx';
import { Named } from '../../shared/components/words.tsx';
import type { OfferedArea } from '../offer.ts';
import { cartSize, placesHeld } from '../shop.ts';
import { text } from '../texts.ts';
import { isAreaOffered } from '../wish-filter.ts';
import type { ViewProperties } from './actions.ts';
import { SeriesDot } from './series-dot.tsx';
import { Stepper } from './stepper.tsx';

export function Areas(view: ViewProperties): ComponentChild {
  const { offer, wishes } = view.state;
  const areas = (offer?.areas ?? []).filter((area) => isAreaOffered(wishes, area));
  if (areas.length === 0 || wishes.mode !== 'sell') return null;
  return (
    <Card title={text('standingTitle')}>
      <ul class="areas">
        {areas.map((area) => (
          <Area key={area.id} area={area} {...view} />
        ))}
      </ul>
    </Card>
  );
}

/** The id of the button that adds a place. It gets the focus when the area is pressed on the map. */
export function areaButtonId(areaId: number): string {
  return `area-${areaId}-more`;
}

function Area({ area, state, actions }: ViewProperties & { readonly area: OfferedArea }): ComponentChild {
  const { id, sector, priceId, places } = area;
  const name = state.plan?.sectors[sector]?.name ?? '';
  const held = placesHeld(state, id);
  const place = state.offer?.prices.findIndex((price) => price.id === priceId) ?? -1;
  const isFull = cartSize(state) >= state.maxSeats;
  return (
    <li class="area">
      <SeriesDot place={place} />
      <span class="line__name">
        <Named as="strong" text={name} />
        <small class="pair">
          <Named text={state.offer?.prices[place]?.name ?? ''} />
          <span>{places === 0 ? text('soldOut') : text('countLeft', { count: places })}</span>
        </small>
      </span>
      <Stepper
        count={held}
        words={{
          less: text('placeLess', { name }),
          more: text('placeMore', { name }),
          count: text('placesIn', { count: held, name }),
        }}
        isLeast={held === 0}
        isMost={places === 0 || isFull}
        moreId={areaButtonId(id)}
        onStep={(by) => actions.changePlaces(id, by)}
      />
    </li>
  );
}
