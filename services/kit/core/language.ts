/** The supported languages; Spanish is the default. */
export const languages = ['es', 'en', 'zh'] as const;
export type Language = (typeof languages)[number];
export type Texts = Record<Language, string>;

/** Returns the supported language with the highest quality in an `Accept-Language` header; Spanish without one. */
export const chooseLanguage = (header: string | undefined): Language => namedLanguage(header) ?? 'es';

/** As `chooseLanguage`; undefined when the header names no supported language. */
export function namedLanguage(header: string | undefined): Language | undefined {
  const preferences = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { tag: tag.toLowerCase().split('-')[0], quality: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
    })
    .sort((a, b) => b.quality - a.quality);
  for (const { tag, quality } of preferences) {
    const match = languages.find((language) => language === tag);
    if (match && quality > 0) return match;
  }
  return undefined;
}
