/** The texts of one name in one language. */
export const importTexts = (language: string, name: string): Promise<{ default: object }> =>
  import(`../locales/${language}/${name}.json`, { with: { type: 'json' } });
