/**
 * Gives the browser a valid language. Without one in its environment (`LANG=C`), Chromium reports `en-US@posix`, which
 * is no language tag, and the plot library throws when it is loaded. So this module must be loaded before all others.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
