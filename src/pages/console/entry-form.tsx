/** The form before the console: logs a person in, or accepts an invitation. Its first field has the focus. */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { ErrorText } from '../shared/components/dialogs.tsx';
import { LanguageField } from './language-field.tsx';

interface Properties {
  readonly heading: string;
  /** Of the button. */
  readonly label: string;
  /** Why it cannot go on; may be empty. */
  readonly problem: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

export function EntryForm({ heading, label, problem, isBusy, onSubmit, children }: Properties): ComponentChild {
  const form = useRef<HTMLFormElement>(null);
  // At once: later it would take the focus from a field that a person has gone to.
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <main class="sign-in">
      <form class="card" ref={form} onSubmit={submit}>
        <div class="brand">
          <img src="../pages/console/usher.svg" alt="" />
          Usher
          <LanguageField />
        </div>
        <h1>{heading}</h1>
        {children}
        <ErrorText text={problem} />
        <Button look="primary" isOff={isBusy}>
          {label}
        </Button>
      </form>
    </main>
  );
}
