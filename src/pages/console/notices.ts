/** Messages about actions and failures: a note in the corner, a box in place of content, a line beside a button. */
import { button, element } from './element.ts';
import { problemText } from './refusal.ts';

const shownMs = 6_000;

/** Shows a message in the corner for some seconds. Screen readers read it. */
export function tell(message: string): void {
  const notice = element('div', { class: 'notice' }, message);
  document.getElementById('notices')?.append(notice);
  setTimeout(() => notice.remove(), shownMs);
}

/** A box that says why content is missing, with a button to try again. */
export function problemBox(error: unknown, onRetry: (() => void) | null = null): HTMLElement {
  const retry = onRetry === null ? null : button('Try again', onRetry);
  return element('div', { class: 'notice-box problem', role: 'alert' }, element('span', {}, problemText(error)), retry);
}

/** Runs the action of a button, which is disabled until it has ended. Shows a failure in `complaint`. */
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

/** The line in which `acting` shows a failure. */
export function complaintLine(): HTMLElement {
  return element('p', { class: 'error-text', role: 'alert' });
}
