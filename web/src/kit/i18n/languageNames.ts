/** Each language is named in itself, so that it can be found from any other (SHL-011, SHL-013). */
export const languageNames = { en: 'English', tr: 'Türkçe', de: 'Deutsch' } as const
