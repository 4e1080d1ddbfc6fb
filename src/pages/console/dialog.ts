/**
 * Modal dialogs: a question before an action, a form, a message. The browser keeps the focus inside, and returns it
 * after.
 */
import { type ButtonLook, button, type Child, element, listening } from './element.ts';
import { complaintLine } from './notices.ts';
import { problemText } from './refusal.ts';

export interface Question {
  readonly title: string;
  readonly content: readonly Child[];
  /** The label of the button that runs the action. */
  readonly action: string;
  readonly look?: ButtonLook;
  /** The dialog stays open with the problem when this rejects. */
  readonly onAction: () => Promise<void>;
}

/** Opens a dialog with a form. Its button and the Enter key run the action, once at a time. */
export function ask({ title, content, action, look = 'primary', onAction }: Question): void {
  const complaint = complaintLine();
  const accept = element('button', { type: 'submit', class: `button ${look}` }, action);
  const form = element(
    'form',
    { class: 'dialog-form', method: 'dialog', novalidate: true },
    element('h2', {}, title),
    ...content,
    complaint,
  );
  form.append(
    element(
      'div',
      { class: 'row' },
      button('Cancel', () => dialog.close(), 'quiet'),
      accept,
    ),
  );
  const dialog = element('dialog', { 'aria-label': title }, form);
  listening(form, {
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
  });
  const submit = async (): Promise<void> => {
    accept.disabled = true;
    complaint.textContent = '';
    try {
      await onAction();
      dialog.close();
    } catch (error) {
      complaint.textContent = problemText(error);
    } finally {
      accept.disabled = false;
    }
  };
  show(dialog);
}

/** Opens a dialog that only shows something. */
export function inform(title: string, ...content: readonly Child[]): void {
  const done = element('button', { type: 'submit', class: 'button primary' }, 'Done');
  const form = element(
    'form',
    { class: 'dialog-form', method: 'dialog' },
    element('h2', {}, title),
    ...content,
    element('div', { class: 'row' }, done),
  );
  show(element('dialog', { 'aria-label': title }, form));
}

/** Closes all dialogs: a dialog belongs to the page that opened it. */
export function closeDialogs(): void {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}

function show(dialog: HTMLDialogElement): void {
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}
