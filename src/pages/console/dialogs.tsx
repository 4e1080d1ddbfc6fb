/** Dialogs with the console's words on their buttons: a form, or a question whose action can fail, and a message. */
import type { ComponentChild } from 'preact';
import { Button, type ButtonLook } from '../shared/components/button.tsx';
import { DialogFrame, type DialogProperties, ErrorText } from '../shared/components/dialogs.tsx';
import { text } from './texts.ts';

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
    <DialogFrame {...frame}>
      <form class="form" noValidate onSubmit={submit}>
        {frame.children}
        <ErrorText text={problem} />
        <div class="dialog-buttons">
          <Button look="quiet" onPress={frame.onClose}>
            {text('cancel')}
          </Button>
          <Button look={look} isOff={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}

/** Only shows something. */
export function MessageDialog({ children, ...frame }: DialogProperties): ComponentChild {
  return (
    <DialogFrame {...frame}>
      {children}
      <div class="dialog-buttons">
        <Button look="primary" onPress={frame.onClose}>
          {text('done')}
        </Button>
      </div>
    </DialogFrame>
  );
}
