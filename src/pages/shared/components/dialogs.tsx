/**
 * Modal dialogs: their frame, and a question. A dialog is open as long as it is drawn. The browser keeps the focus
 * inside, and returns it after. The Escape key does what `onClose` does.
 */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

export interface DialogProperties {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

interface FrameProperties extends DialogProperties {
  readonly role?: 'alertdialog';
  /** The id of the text that says what it is about. */
  readonly describedBy?: string;
}

export function DialogFrame({ title, role, describedBy, onClose, children }: FrameProperties): ComponentChild {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Closes it before it goes: only then the browser returns the focus.
    return () => opened?.close();
  }, []);
  const onCancel = (event: Event): void => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={dialog} role={role} aria-labelledby={titleId} aria-describedby={describedBy} onCancel={onCancel}>
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

interface QuestionProperties {
  readonly title: string;
  readonly text: string;
  /** The labels of the button that changes nothing, and of the one that acts. */
  readonly keep: string;
  readonly act: string;
  readonly onKeep: () => void;
  readonly onAct: () => void;
}

/** A question before something is given up. */
export function Question({ title, text, keep, act, onKeep, onAct }: QuestionProperties): ComponentChild {
  const textId = useId();
  return (
    <DialogFrame title={title} role="alertdialog" describedBy={textId} onClose={onKeep}>
      <p id={textId}>{text}</p>
      <div class="dialog-buttons">
        {/* The first button gets the focus. It changes nothing, so a key that was pressed too long is harmless. */}
        <Button look="primary" onPress={onKeep}>
          {keep}
        </Button>
        <Button look="danger" onPress={onAct}>
          {act}
        </Button>
      </div>
    </DialogFrame>
  );
}

/** A line that says why an action has failed. It is there before, so that screen readers read what appears in it. */
export function ErrorText({ text }: { readonly text: string }): ComponentChild {
  return (
    <p class="error-text" role="alert">
      {text}
    </p>
  );
}
