/** A question or a form in a dialog, whose action is a call to the service. */
import type { ComponentChild, ComponentChildren } from 'preact';
import type { ButtonLook } from '../shared/components/button.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { useDesk } from './desk.ts';
import { FormDialog } from './dialogs.tsx';
import { problemText } from './refusal.ts';

interface Properties {
  readonly title: string;
  /** The label of the button that runs the action. */
  readonly action: string;
  readonly look?: ButtonLook;
  /** Resolves with the dialog to show next, if any. When it rejects, the dialog stays open and says why. */
  readonly onAction: () => Promise<ComponentChild>;
  readonly children: ComponentChildren;
}

export function Ask({ onAction, ...properties }: Properties): ComponentChild {
  const { open } = useDesk();
  const { isBusy, failure, run } = useAction();
  const submit = (): void => void run(async () => open(await onAction()));
  const problem = failure === null ? '' : problemText(failure);
  return <FormDialog {...properties} isBusy={isBusy} problem={problem} onClose={() => open(null)} onSubmit={submit} />;
}
