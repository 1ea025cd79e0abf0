import { Languages } from 'lucide-react';
import { LANGUAGES, useFormat, useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { chooseLanguage } from './choose-language.ts';

/** The name of each language in that language. */
export const LANGUAGE_NAMES = { es: 'Español', en: 'English', zh: '中文' } as const;
const SHORT = { es: 'ES', en: 'EN', zh: '中文' } as const;

/** ES, EN, 中文. A native select, so that phones show their own picker. */
export function LanguageSelect({ className }: { className?: string }) {
  const { t } = useTexts();
  const { language } = useFormat();
  return (
    <label
      className={cx(
        'relative inline-flex h-11 items-center gap-1.5 rounded-full px-3 text-fg-muted text-small hover:bg-hover hover:text-fg',
        className,
      )}
    >
      <span className="sr-only">{t('shell.language')}</span>
      <Languages aria-hidden="true" className="size-5" />
      <span aria-hidden="true" className="font-medium">
        {SHORT[language]}
      </span>
      <select
        value={language}
        onChange={(event) => {
          const chosen = LANGUAGES.find((code) => code === event.target.value);
          if (chosen) void chooseLanguage(chosen);
        }}
        className="absolute inset-0 cursor-pointer appearance-none rounded-full opacity-0 focus-visible:opacity-100 focus-visible:[color:transparent] focus-visible:[background:transparent]"
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {SHORT[code]}
          </option>
        ))}
      </select>
    </label>
  );
}
