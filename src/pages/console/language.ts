/**
 * A browser that runs without a language (`LANG=C`) says that its language is `en-US@posix`, which is no language tag: the
 * plot library passes it on when it is loaded, and throws. Such a browser is given a valid tag. Loaded before all others.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
}
