/** The languages that pages speak: those with catalogues. The service loads this too, without what `Intl` knows of them. */

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'ar'] as const;
export type Language = (typeof languages)[number];
