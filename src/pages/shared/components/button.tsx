/**
 * Buttons. One that can do nothing now stays reachable: `disabled` would take the focus from a person who has just
 * pressed it.
 */
import type { ComponentChild, ComponentProps } from 'preact';

export type ButtonLook = 'plain' | 'primary' | 'danger' | 'quiet';

type Attributes = Omit<ComponentProps<'button'>, 'class' | 'disabled' | 'onClick' | 'type' | 'aria-disabled'>;

interface PressProperties extends Attributes {
  /** Absent: the button submits its form. */
  readonly onPress?: ((event: MouseEvent) => void) | undefined;
  /** A press does nothing now. */
  readonly isOff?: boolean;
}

/** A button without the usual frame: `class` is all of its look. */
export function PlainButton({ onPress, isOff = false, ...attributes }: PressProperties & { readonly class: string }) {
  const press = (event: MouseEvent): void => {
    if (isOff) event.preventDefault();
    else onPress?.(event);
  };
  return (
    <button
      {...attributes}
      type={onPress === undefined ? 'submit' : 'button'}
      aria-disabled={isOff ? 'true' : undefined}
      onClick={press}
    />
  );
}

interface ButtonProperties extends PressProperties {
  readonly look?: ButtonLook;
  readonly isSmall?: boolean;
}

export function Button({ look = 'plain', isSmall = false, ...attributes }: ButtonProperties): ComponentChild {
  return <PlainButton {...attributes} class={`button ${look}${isSmall ? ' small' : ''}`} />;
}

/** A cross that closes or removes something. `label` says what. */
export function CloseButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  return (
    <PlainButton class="close" aria-label={label} title={label} onPress={onPress}>
      <span aria-hidden="true">×</span>
    </PlainButton>
  );
}
