/** The messages over the map: a refusal with its alternatives as buttons, a lost connection, and that all is sold. */
import type { ComponentChild } from 'preact';
import type { ShopState } from '../shop.ts';
import type { Actions } from './actions.ts';

interface Properties {
  readonly state: ShopState;
  readonly actions: Actions;
}

export function Notices({ state, actions }: Properties): ComponentChild {
  const { notice, isOffline, stage, offer } = state;
  const isSoldOut = stage === 'choosing' && offer?.hasPrices === true && offer.isSoldOut;
  return (
    <div class="notices" role="alert">
      {isOffline && (
        <div key="offline" class="notice notice--quiet">
          <p>
            <strong>Connection lost. </strong>We keep trying. The map may be out of date.
          </p>
        </div>
      )}
      {isSoldOut && !isOffline && (
        <div key="sold-out" class="notice notice--quiet">
          <p>
            <strong>Sold out. </strong>Seats that are given back appear here at once.
          </p>
        </div>
      )}
      {notice !== null && (
        <div key="notice" class={`notice notice--${notice.tone}`}>
          <div class="notice__head">
            <strong>{notice.title}</strong>
            <button class="notice__close" type="button" aria-label="Close this message" onClick={actions.dismiss}>
              ×
            </button>
          </div>
          <p dir="auto">{notice.text}</p>
          {notice.choices.length > 0 && (
            <div class="notice__choices">
              {notice.choices.map((choice) => (
                <button
                  key={choice.label}
                  class="button button--small"
                  type="button"
                  onClick={choice.run}
                  onMouseEnter={() => actions.preview(choice)}
                  onFocus={() => actions.preview(choice)}
                >
                  {choice.label}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
