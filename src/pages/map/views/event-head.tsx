/** The head of the page: logo, picture, title, time and place of the event. The same on every stage. */
import type { ComponentChild } from 'preact';
import { Named } from '../../shared/components/words.tsx';
import type { ShopState } from '../shop.ts';
import { text } from '../texts.ts';
import { beside, startText } from '../words.ts';

type Shown = Pick<ShopState, 'face' | 'plan'>;

/** Null before it is known. */
function titleOf({ face, plan }: Shown): string | null {
  return face?.title ?? plan?.eventName ?? null;
}

/** That of the page around this one, or else of the organization. */
export function Logo({ wishes, face }: Pick<ShopState, 'wishes' | 'face'>): ComponentChild {
  if (wishes.logo !== null) return <img class="logo" src={wishes.logo} alt="" />;
  const { logoUrl = null, logoAlt = null } = face?.brand ?? {};
  return logoUrl !== null && <img class="logo" src={logoUrl} alt={logoAlt ?? ''} />;
}

export function EventHead({ face, plan }: Shown): ComponentChild {
  return (
    <div class="event-head">
      {/* Beside its title the picture says nothing more. */}
      {face !== null && face.imageUrl !== null && <img class="event-head__picture" src={face.imageUrl} alt="" />}
      <div class="event-head__words">
        <Named as="h1" text={titleOf({ face, plan }) ?? text('pageTitle')} />
        {face !== null && <Named as="p" text={placeAndTime(face)} />}
      </div>
    </div>
  );
}

function placeAndTime(face: NonNullable<Shown['face']>): string {
  return beside([startText(face), ...(face.venue === null ? [] : [face.venue.name])]);
}

/** For the tab: a buyer who waits in another tab sees how far the line is. */
export function tabTitle(state: Shown & Pick<ShopState, 'stage' | 'ticket'>): string {
  const ahead = state.stage === 'waiting' ? (state.ticket?.ahead ?? null) : null;
  const position = ahead === null ? [] : [ahead === 0 ? text('nextInTab') : text('aheadInTab', { count: ahead })];
  return [...position, titleOf(state) ?? [], text('pageTitle')].flat().join(' – ');
}
