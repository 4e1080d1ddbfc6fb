/** The messages over the map: a refusal with its alternatives as buttons, a lost connection, and that all is sold. */
import { type ComponentChild, h } from 'preact';
import type { ShopState } from '../shop.ts';
import type { Actions } from './actions.ts';

export function notices({ notice, isOffline, stage, offer }: ShopState, actions: Actions): ComponentChild {
  const shown: (ComponentChild | null)[] = [];
  if (isOffline) {
    shown.push(
      h('div', { key: 'offline', class: 'notice notice--quiet' }, [
        h('p', null, [h('strong', null, 'Connection lost. '), 'We keep trying. The map may be out of date.']),
      ]),
    );
  } else if (stage === 'choosing' && offer?.hasPrices === true && offer.isSoldOut) {
    shown.push(
      h('div', { key: 'sold-out', class: 'notice notice--quiet' }, [
        h('p', null, [h('strong', null, 'Sold out. '), 'Seats that are given back appear here at once.']),
      ]),
    );
  }
  if (notice !== null) {
    shown.push(
      h('div', { key: 'notice', class: `notice notice--${notice.tone}` }, [
        h('div', { class: 'notice__head' }, [
          h('strong', null, notice.title),
          h(
            'button',
            { class: 'notice__close', type: 'button', 'aria-label': 'Close this message', onClick: actions.dismiss },
            '×',
          ),
        ]),
        h('p', { dir: 'auto' }, notice.text),
        notice.choices.length === 0
          ? null
          : h(
              'div',
              { class: 'notice__choices' },
              notice.choices.map((choice) =>
                h(
                  'button',
                  {
                    key: choice.label,
                    class: 'button button--small',
                    type: 'button',
                    onClick: choice.run,
                    onMouseEnter: () => actions.preview(choice),
                    onFocus: () => actions.preview(choice),
                  },
                  choice.label,
                ),
              ),
            ),
      ]),
    );
  }
  return h('div', { class: 'notices', role: 'alert' }, shown);
}
