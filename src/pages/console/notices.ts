/** Short messages about what was done or failed: in passing, or in the place of what could not be shown. */
import { button, element } from './element.ts';
import { problemText } from './refusal.ts';

const shownMs = 6_000;

/** Shows a message in the corner and tells it to screen readers. */
export function tell(message: string): void {
  const notice = element('div', { class: 'notice' }, message);
  document.getElementById('notices')?.append(notice);
  setTimeout(() => notice.remove(), shownMs);
}

/** A box that says why something is not shown, with a button to try again. */
export function problemBox(error: unknown, onRetry: (() => void) | null = null): HTMLElement {
  const retry = onRetry === null ? null : button('Try again', onRetry);
  return element('div', { class: 'notice-box problem', role: 'alert' }, element('span', {}, problemText(error)), retry);
}

/** Runs an action of a button, which is disabled meanwhile; a failure is told beside it. */
export async function acting(
  pressed: HTMLButtonElement,
  complaint: HTMLElement,
  action: () => Promise<void>,
): Promise<void> {
  pressed.disabled = true;
  complaint.textContent = '';
  try {
    await action();
  } catch (error) {
    complaint.textContent = problemText(error);
  } finally {
    pressed.disabled = false;
  }
}

/** The place for the complaints of `acting`. */
export function complaintLine(): HTMLElement {
  return element('p', { class: 'error-text', role: 'alert' });
}
