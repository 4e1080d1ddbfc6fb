/** The line in which an action says why it has failed. */
import type { ComponentChild } from 'preact';
import { ErrorText } from '../shared/components/dialogs.tsx';
import { problemText } from './refusal.ts';

/** `of`: what was thrown; null: nothing was. */
export function Failure({ of }: { readonly of: unknown }): ComponentChild {
  return <ErrorText text={of === null ? '' : problemText(of)} />;
}
