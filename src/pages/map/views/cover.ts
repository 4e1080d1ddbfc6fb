/**
 * Covers the map while nothing can be chosen: says that the seats are loading, that the buyer waits in the queue or needs
 * a pass, or why nothing is sold.
 */
import { type ComponentChild, h } from 'preact';
import type { Ticket } from '../answers.ts';
import type { ShopState } from '../shop.ts';
import { clockText, durationText, numberText } from '../words.ts';
import type { Actions } from './actions.ts';

/** Null: the map can be used. `secondsUntil`: by the server's time. */
export function cover(
  state: ShopState,
  actions: Actions,
  secondsUntil: (instant: string) => number,
): ComponentChild | null {
  const { stage, ticket, code, isOffline } = state;
  if (stage === 'loading') {
    const words = isOffline ? 'The box office cannot be reached. We keep trying …' : 'Loading the seats …';
    return card('', [h('p', { class: 'cover__loading' }, words)]);
  }
  if (stage === 'waiting' && ticket !== null) return queue(state, ticket, actions, secondsUntil);
  if (stage === 'pass') return card(...passWords(code));
  if (stage === 'closed') return card(...closedWords(code));
  if (stage === 'failed') {
    const retry = h(
      'button',
      { class: 'button button--primary', type: 'button', onClick: actions.reload },
      'Try again',
    );
    return card(...failedWords(code, retry));
  }
  return null;
}

type Words = [title: string, content: ComponentChild[]];

function card(title: string, content: readonly ComponentChild[]): ComponentChild {
  return h('div', { class: 'cover' }, [
    h('section', { class: 'cover__card', 'aria-live': 'polite' }, [
      title === '' ? null : h('h2', { id: 'cover-title', tabIndex: -1 }, title),
      ...content,
    ]),
  ]);
}

const text = (words: string): ComponentChild => h('p', null, words);

function queue(
  { isOffline }: ShopState,
  { state, position, ahead, estimatedSeconds, opensAt }: Ticket,
  actions: Actions,
  secondsUntil: (instant: string) => number,
): ComponentChild {
  const offline = isOffline ? [text('The connection is interrupted. Your place is kept.')] : [];
  if (state === 'LAPSED') {
    const button = h(
      'button',
      { class: 'button button--primary', type: 'button', onClick: actions.rejoin },
      'Join again',
    );
    return card('Your turn has passed', [
      text('Your place in line was not used in time. You can join the line again at its end.'),
      button,
    ]);
  }
  if (state !== 'WAITING') return card('It is your turn', [text('One moment, the seats are coming …')]);
  if (position === null) {
    const left = opensAt === null ? null : secondsUntil(opensAt);
    return card('You are early', [
      countdown(left === null ? '…' : clockText(left), 'until the sale opens'),
      text('Everybody who is here by then is put in random order. It makes no difference who came first.'),
      text('Keep this page open. A reload keeps your place.'),
      ...offline,
    ]);
  }
  const wait =
    estimatedSeconds === null ? 'The sale is paused for a moment.' : `It takes ${durationText(estimatedSeconds)}.`;
  return card('You are in line', [
    (ahead ?? 0) === 0
      ? h('p', { class: 'figure figure--words' }, h('strong', null, 'You are next.'))
      : figure(numberText(ahead ?? 0), ahead === 1 ? 'person ahead of you' : 'people ahead of you'),
    text(wait),
    text('Keep this page open. You come in automatically when it is your turn. A reload keeps your place.'),
    ...offline,
  ]);
}

function figure(number: string, caption: string): ComponentChild {
  return h('p', { class: 'figure' }, captioned(number, caption));
}

/** A figure that changes every second: a screen reader must not read each change of it. */
function countdown(number: string, caption: string): ComponentChild {
  return h('p', { class: 'figure', role: 'timer', 'aria-live': 'off' }, captioned(number, caption));
}

function captioned(number: string, caption: string): ComponentChild[] {
  return [h('strong', null, number), h('span', null, caption)];
}

function passWords(code: string): Words {
  if (code === 'PASS_USED') {
    return [
      'This invitation has been used',
      [text('An order was opened with it already. Continue in the window where you began.')],
    ];
  }
  if (code === 'PASS_EXPIRED')
    return ['Your invitation has expired', [text('Please ask the organizer for a new one.')]];
  if (code === 'PASS_INVALID')
    return ['This invitation is not valid here', [text('Please use the link that the organizer sent you.')]];
  if (code === 'PASSES_EXHAUSTED')
    return ['No more invitations are accepted', [text('Please ask the organizer how you can still get tickets.')]];
  return [
    'You need an invitation',
    [text('This sale is open to invited guests. Please come through the organizer’s own page.')],
  ];
}

function closedWords(code: string): Words {
  if (code === 'BOOKING_CLOSED')
    return ['The sale has ended', [text('The event has begun. No tickets are sold any more.')]];
  if (code === 'EVENT_ARCHIVED' || code === 'EVENT_DELETED')
    return ['This event is over', [text('Tickets are no longer sold.')]];
  if (code === 'QUEUE_FULL')
    return ['The line is full', [text('So many people are in line that nobody else can join it.')]];
  if (code === 'NOT_ENABLED')
    return ['No online sale', [text('The organizer does not sell tickets online at the moment.')]];
  return ['Not on sale yet', [text('The organizer has not opened this sale. Please come back later.')]];
}

function failedWords(code: string, retry: ComponentChild): Words {
  if (code === 'ENTITY_NOT_FOUND') {
    return ['There is no such event', [text('The link is incomplete or old. Please check it with the organizer.')]];
  }
  return ['The seats could not be loaded', [text('Perhaps the connection is interrupted.'), retry]];
}
