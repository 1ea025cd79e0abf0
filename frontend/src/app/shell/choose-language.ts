import i18next from 'i18next';
import { recordLanguageChoice } from '../../lib/account-language.ts';
import { type Language, setLanguage } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.tsx';

/** Changes the language, also of the account; shows a toast when its texts cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await setLanguage(language);
  } catch {
    // The cause is irrelevant here: the language stays as it was.
    toast(() => i18next.t('ui.noAnswer'), { tone: 'bad' });
    return;
  }
  recordLanguageChoice();
}
