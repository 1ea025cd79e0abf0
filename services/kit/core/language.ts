/** The languages people can choose; Spanish is the default. */
export const languages = ['es', 'en', 'zh'] as const;
export type Language = (typeof languages)[number];
export type Texts = Record<Language, string>;

/** The first language of an `Accept-Language` header that we speak, by its quality; Spanish when there is none. */
export function chooseLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { tag: tag.toLowerCase().split('-')[0], quality: quality ? Number(quality.trim().slice(2)) || 0 : 1 };
    })
    .sort((a, b) => b.quality - a.quality);
  for (const { tag, quality } of wanted) {
    const match = languages.find((language) => language === tag);
    if (match && quality > 0) return match;
  }
  return 'es';
}
