/** The messages over the map: a refusal with its alternatives as buttons, a lost connection, and that all is sold. */
import type { ComponentChild } from 'preact';
import { Button, CloseButton } from '../../shared/components/button.tsx';
import { text } from '../texts.ts';
import type { ViewProperties } from './actions.ts';

export function Notices({ state, actions }: ViewProperties): ComponentChild {
  const { notice, isOffline, closedBecause, stage, offer } = state;
  const isSoldOut = stage === 'choosing' && offer?.hasPrices === true && offer.isSoldOut;
  return (
    <div class="notices" role="alert">
      {isOffline && (
        <p key="offline" class="notice notice--quiet">
          <span>
            <strong>{text('connectionLostTitle')}</strong> {text('connectionLostText')}
          </span>
        </p>
      )}
      {closedBecause !== null && (
        <p key="closed" class="notice notice--quiet">
          <span>
            <strong>{text('noOrders')}</strong> <span dir="auto">{closedBecause}</span>
          </span>
        </p>
      )}
      {isSoldOut && !isOffline && (
        <p key="sold-out" class="notice notice--quiet">
          <span>
            <strong>{text('soldOutTitle')}</strong> {text('soldOutText')}
          </span>
        </p>
      )}
      {notice !== null && (
        <div key="notice" class={`notice notice--${notice.tone}`}>
          <div class="notice__head">
            <strong>{notice.title}</strong>
            <CloseButton label={text('closeMessage')} onPress={actions.dismiss} />
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
