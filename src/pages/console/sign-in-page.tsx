/** The page to log in, with email and password, or by the sign-on that this browser has used before. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../shared/components/fields.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { useTitle } from './desk.ts';
import { EntryForm } from './entry-form.tsx';
import type { Login } from './login.ts';
import { entryText } from './refusal.ts';
import { knownSignOn } from './sign-on.ts';
import { text } from './texts.ts';

interface Properties {
  readonly login: Login;
  readonly onOpen: () => void;
  /** Why the person has to log in again; may be empty. */
  readonly reason: string;
}

export function SignInPage({ login, onOpen, reason }: Properties): ComponentChild {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { isBusy, failure, run } = useAction();
  const signOn = knownSignOn();
  useTitle(text('logIn'));
  const submit = (): void => {
    setIsTried(true);
    void run(async () => {
      await login.open(email, password);
      onOpen();
    });
  };
  return (
    <EntryForm
      heading={text('logInTitle')}
      label={text('logIn')}
      problem={isTried ? entryText(failure) : reason}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <TextField label={text('email')} type="email" autoComplete="username" required value={email} onText={setEmail} />
      <TextField
        label={text('password')}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onText={setPassword}
      />
      {signOn !== null && <a href={`#/sign-on/${signOn}`}>{text('signOn')}</a>}
    </EntryForm>
  );
}
