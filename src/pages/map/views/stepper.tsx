/** A number with a button for one less and one for one more. */
import type { ComponentChild } from 'preact';
import { PlainButton } from '../../shared/components/button.tsx';

interface StepperProperties {
  readonly count: number;
  /** For screen readers: what the buttons and the number mean. */
  readonly words: { readonly less: string; readonly more: string; readonly count: string };
  readonly isLeast: boolean;
  readonly isMost: boolean;
  /** The id of the button for one more. */
  readonly moreId?: string;
  readonly onStep: (by: 1 | -1) => void;
}

export function Stepper({ count, words, isLeast, isMost, moreId, onStep }: StepperProperties): ComponentChild {
  return (
    <span class="stepper">
      <PlainButton class="stepper__button" aria-label={words.less} isOff={isLeast} onPress={() => onStep(-1)}>
        −
      </PlainButton>
      <span class="stepper__count" aria-label={words.count} role="status">
        {count}
      </span>
      <PlainButton class="stepper__button" id={moreId} aria-label={words.more} isOff={isMost} onPress={() => onStep(1)}>
        +
      </PlainButton>
    </span>
  );
}
