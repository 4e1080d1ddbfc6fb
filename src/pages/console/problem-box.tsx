/** A box that says why content is missing, with a button to try again. */
import { Button } from '../shared/components/button.tsx';
import { text as words } from './texts.ts';

export function ProblemBox({ text, onRetry }: { readonly text: string; readonly onRetry?: () => void }) {
  return (
    <div class="notice-box problem" role="alert">
      <span>{text}</span>
      {onRetry !== undefined && <Button onPress={onRetry}>{words('tryAgain')}</Button>}
    </div>
  );
}
