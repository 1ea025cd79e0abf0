import { useFormat, useTexts } from '../../lib/i18n.ts';

/** The fields whose values are chosen from a list. The stored value is the key; an unknown key is shown as it is. */
export const listedFields = [
  'gustos',
  'educacion',
  'sexo',
  'estadoCivil',
  'horoscopo',
  'atraccion',
  'mobileUsage',
  'buscaAventura',
] as const;
export type ListedField = (typeof listedFields)[number];

/** ISO 639; their names come from Intl in the chosen language. */
const languageCodes =
  'es en zh pt fr de it ca gl eu nl sv da nb fi is ga pl cs sk hu ro bg hr sr sl el tr ru uk lt lv et ar he fa hi bn ur pa ta te ja ko vi th id ms tl sw am qu gn ay nah eo'.split(
    ' ',
  );

export interface Option {
  value: string;
  label: string;
}

/** The options of each list, and the label of any value in the chosen language. */
export function useOptions() {
  const { t } = useTexts('profile');
  const { language } = useFormat();
  const named: Record<ListedField, Record<string, string>> = t('profile.options', { returnObjects: true });
  const names = new Intl.DisplayNames(language, { type: 'language' });

  function languageName(code: string): string {
    if (!languageCodes.includes(code)) return code;
    const name = names.of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  }

  const optionsOf = (field: ListedField): Option[] =>
    Object.entries(named[field]).map(([value, label]) => ({ value, label }));
  const languageOptions = (): Option[] => languageCodes.map((value) => ({ value, label: languageName(value) }));
  const labelOf = (field: ListedField, value: string): string => named[field][value] ?? value;
  return { optionsOf, languageOptions, labelOf, languageName };
}

/** Splits a text into its values. */
export const splitValues = (text: string | null | undefined): string[] =>
  (text ?? '').split('|').flatMap((value) => value.trim() || []);
