/**
 * The question before tickets are given up. A modal dialog: the browser keeps the focus inside, and returns it after.
 * The focus begins on the button that changes nothing, so a key that was pressed too long or too often is harmless.
 */
import { Component, type ComponentChild, h } from 'preact';
import { cartSize, type ShopState } from '../shop.ts';
import { counted } from '../words.ts';
import type { Actions } from './actions.ts';

/** The stage decides which question can be asked: nothing else gives up tickets. */
export type AskedIn = 'choosing' | 'paying';

const words = {
  choosing: { title: 'Give everything back?', keep: 'Keep my tickets', act: 'Give them back' },
  paying: { title: 'Cancel this order?', keep: 'Keep my order', act: 'Cancel the order' },
} as const;

/** Null: nothing is asked, or the order has changed so that the question means nothing any more. */
export function question(state: ShopState, askedIn: AskedIn | null, actions: Actions): ComponentChild | null {
  const size = cartSize(state);
  if (askedIn === null || askedIn !== state.stage || size === 0) return null;
  const { title, keep, act } = words[askedIn];
  const text = `${size === 1 ? 'Your ticket is' : `Your ${counted(size, 'ticket')} are`} given back at once, and others can take them.`;
  return h(Dialog, { key: askedIn, title, text, keep, act, onKeep: () => actions.ask(false), onAct: actions.cancel });
}

interface Properties {
  readonly title: string;
  readonly text: string;
  readonly keep: string;
  readonly act: string;
  readonly onKeep: () => void;
  readonly onAct: () => void;
}

class Dialog extends Component<Properties> {
  #dialog: HTMLDialogElement | null = null;
  #keep: HTMLButtonElement | null = null;

  override componentDidMount(): void {
    this.#dialog?.showModal();
    this.#keep?.focus();
  }

  /** Closes it before it goes: only then the browser returns the focus. */
  override componentWillUnmount(): void {
    this.#dialog?.close();
  }

  override render({ title, text, keep, act, onKeep, onAct }: Properties): ComponentChild {
    const frame = {
      ref: (dialog: HTMLDialogElement | null) => {
        this.#dialog = dialog;
      },
      class: 'question',
      role: 'alertdialog' as const,
      'aria-labelledby': 'question-title',
      'aria-describedby': 'question-text',
      // The Escape key.
      onCancel: (event: Event) => {
        event.preventDefault();
        onKeep();
      },
    };
    const keeper = {
      ref: (button: HTMLButtonElement | null) => {
        this.#keep = button;
      },
      class: 'button button--primary',
      type: 'button' as const,
      onClick: onKeep,
    };
    return h('dialog', frame, [
      h('h2', { id: 'question-title' }, title),
      h('p', { id: 'question-text' }, text),
      h('div', { class: 'question__buttons' }, [
        h('button', keeper, keep),
        h('button', { class: 'button button--danger', type: 'button', onClick: onAct }, act),
      ]),
    ]);
  }
}
