/** The messages over the map: a refusal with its alternatives as buttons, a lost connection, and that all is sold. */
import type { ComponentChild } from 'preact';
import { Button, CloseButton } from '../../shared/components/button.tsx';
import type { ViewProperties } from './actions.ts';

export function Notices({ state, actions }: ViewProperties): ComponentChild {
  const { notice, isOffline, closedBecause, stage, offer } = state;
  const isSoldOut = stage === 'choosing' && offer?.hasPrices === true && offer.isSoldOut;
  return (
    <div class="notices" role="alert">
      {isOffline && (
        <p key="offline" class="notice notice--quiet">
          <span>
            <strong>Connection lost.</strong> We keep trying. The map may be out of date.
          </span>
        </p>
      )}
      {closedBecause !== null && (
        <p key="closed" class="notice notice--quiet">
          <span>
            <strong>No orders at the moment.</strong> <span dir="auto">{closedBecause}</span>
          </span>
        </p>
      )}
      {isSoldOut && !isOffline && (
        <p key="sold-out" class="notice notice--quiet">
          <span>
            <strong>Sold out.</strong> Seats that are given back appear here at once.
          </span>
        </p>
      )}
      {notice !== null && (
        <div key="notice" class={`notice notice--${notice.tone}`}>
          <div class="notice__head">
            <strong>{notice.title}</strong>
            <CloseButton label="Close this message" onPress={actions.dismiss} />
          </div>
          <p dir="auto">{notice.text}</p>
          {notice.choices.length > 0 && (
            <div class="notice__choices">
              {notice.choices.map((choice) => (
                <Button
                  key={choice.label}
                  isSmall
                  onPress={choice.run}
                  onMouseEnter={() => actions.preview(choice)}
                  onFocus={() => actions.preview(choice)}
                >
                  {choice.label}
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
