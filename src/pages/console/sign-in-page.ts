/** The page to log in, with email and password. */
import { element, listening } from './element.ts';
import { field, textInput } from './fields.ts';
import type { Login } from './login.ts';
import { acting, complaintLine } from './notices.ts';
import { Refusal } from './refusal.ts';

/** `reason`: why the person has to log in again. */
export function signInPage(login: Login, onOpen: () => void, reason: string): HTMLElement {
  const email = textInput('', { type: 'email', autocomplete: 'username', required: true });
  const password = textInput('', { type: 'password', autocomplete: 'current-password', required: true });
  const complaint = complaintLine();
  complaint.textContent = reason;
  const submit = element('button', { type: 'submit', class: 'button primary' }, 'Log in');
  const mark = element('img', { src: '../pages/console/usher.svg', alt: '' });
  const form = element(
    'form',
    { class: 'card' },
    element('div', { class: 'brand' }, mark, 'Usher'),
    element('h1', {}, 'Log in to the console'),
    field('Email', email),
    field('Password', password),
    complaint,
    submit,
  );
  listening(form, {
    submit: (event) => {
      event.preventDefault();
      void acting(submit, complaint, async () => {
        await login.open(email.value, password.value).catch((error: unknown) => {
          throw error instanceof Refusal && error.status === 403 ? new Error(error.message) : error;
        });
        onOpen();
      });
    },
  });
  requestAnimationFrame(() => email.focus());
  return element('main', { class: 'sign-in' }, form);
}
