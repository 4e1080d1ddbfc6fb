/** The head of the page: picture, title, time and place of the event. The same on every stage. */
import type { ComponentChild } from 'preact';
import { Named } from '../../shared/components/words.tsx';
import type { ShopState } from '../shop.ts';
import { startText } from '../words.ts';

type Shown = Pick<ShopState, 'face' | 'plan'>;

/** Before the title of the event is known. */
const noTitle = 'Tickets';

function titleOf({ face, plan }: Shown): string {
  return face?.title ?? plan?.eventName ?? noTitle;
}

export function EventHead({ face, plan }: Shown): ComponentChild {
  return (
    <div class="event-head">
      {/* Beside its title the picture says nothing more. */}
      {face !== null && face.imageUrl !== null && <img class="event-head__picture" src={face.imageUrl} alt="" />}
      <div class="event-head__words">
        <Named as="h1" text={titleOf({ face, plan })} />
        {face !== null && <Named as="p" text={placeAndTime(face)} />}
      </div>
    </div>
  );
}

function placeAndTime(face: NonNullable<Shown['face']>): string {
  return [startText(face), ...(face.venue === null ? [] : [face.venue.name])].join(' · ');
}

/** For the tab: a buyer who waits in another tab sees how far the line is. */
export function tabTitle(state: Shown & Pick<ShopState, 'stage' | 'ticket'>): string {
  const ahead = state.stage === 'waiting' ? (state.ticket?.ahead ?? null) : null;
  const position = ahead === null ? [] : [ahead === 0 ? 'You are next' : `${ahead} ahead of you`];
  const title = titleOf(state);
  return [...position, title, ...(title === noTitle ? [] : [noTitle])].join(' – ');
}
