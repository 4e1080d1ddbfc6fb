/** The page that the link of an invitation leads to: sets the password of the invited person, then logs the person in. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../shared/components/fields.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { useTitle } from './desk.ts';
import { EntryForm } from './entry-form.tsx';
import type { Login } from './login.ts';
import { problemText, Refusal } from './refusal.ts';
import { text } from './texts.ts';

interface Properties {
  readonly login: Login;
  /** Of the link. */
  readonly token: string;
  readonly onOpen: () => void;
}

export function InvitationPage({ login, token, onOpen }: Properties): ComponentChild {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const { isBusy, failure, run } = useAction();
  useTitle(text('invitation'));
  const submit = (): void => {
    void run(async () => {
      if (password !== repeated) throw new RangeError(text('passwordsDiffer'));
      await login.accept(token, password);
      onOpen();
    });
  };
  return (
    <EntryForm
      heading={text('invitedTitle')}
      label={text('acceptInvitation')}
      problem={textOf(failure)}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <TextField
        label={text('newPassword')}
        hint={text('passwordLength')}
        type="password"
        autoComplete="new-password"
        required
        value={password}
        onText={setPassword}
      />
      <TextField
        label={text('passwordAgain')}
        type="password"
        autoComplete="new-password"
        required
        value={repeated}
        onText={setRepeated}
      />
    </EntryForm>
  );
}

/** A link that does not work is the usual failure here. */
function textOf(failure: unknown): string {
  if (failure === null) return '';
  if (failure instanceof Refusal && failure.status === 404) {
    return text('linkIsOver');
  }
  return problemText(failure);
}
