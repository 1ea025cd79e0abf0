import i18next from 'i18next';

type Translator = ReturnType<typeof makeTranslator>;

const translators: Record<string, Translator> = {};

/**
 * Returns `t` for a rendering in a language. Called later, it translates to the language chosen by then: a toast, or the
 * error of a request. There is one for each language, so that what depends on `t` is computed again when it changes.
 */
export function translatorOf(language: string): Translator {
  translators[language] ??= makeTranslator();
  return translators[language];
}

const makeTranslator = () => i18next.getFixedT(null, 'translation');
