/**
 * Modal dialogs: a question, a form, a message. A dialog is open as long as it is drawn. The browser keeps the focus
 * inside, and returns it after. The Escape key does what `onClose` does.
 */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Button, type ButtonLook } from './button.tsx';

interface DialogProperties {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

interface FrameProperties extends DialogProperties {
  readonly role?: 'alertdialog';
  /** The id of the text that says what it is about. */
  readonly describedBy?: string;
}

function Frame({ title, role, describedBy, onClose, children }: FrameProperties): ComponentChild {
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
    <Frame title={title} role="alertdialog" describedBy={textId} onClose={onKeep}>
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
    </Frame>
  );
}

interface FormProperties extends DialogProperties {
  /** The label of the button that submits. */
  readonly action: string;
  readonly look?: ButtonLook;
  /** The action runs: a second press does nothing. */
  readonly isBusy: boolean;
  /** Why the action has failed; empty: it has not. */
  readonly problem: string;
  readonly onSubmit: () => void;
}

/** A form, or a question whose action can fail. Its button and the Enter key submit it. */
export function FormDialog({ action, look = 'primary', isBusy, problem, onSubmit, ...frame }: FormProperties) {
  const submit = (event: Event): void => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Frame {...frame}>
      <form class="form" noValidate onSubmit={submit}>
        {frame.children}
        <ErrorText text={problem} />
        <div class="dialog-buttons">
          <Button look="quiet" onPress={frame.onClose}>
            Cancel
          </Button>
          <Button look={look} isOff={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Frame>
  );
}

/** Only shows something. */
export function MessageDialog({ children, ...frame }: DialogProperties): ComponentChild {
  return (
    <Frame {...frame}>
      {children}
      <div class="dialog-buttons">
        <Button look="primary" onPress={frame.onClose}>
          Done
        </Button>
      </div>
    </Frame>
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
