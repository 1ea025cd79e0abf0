import i18next from 'i18next';
import { type Language, setLanguage } from '../../lib/i18n.ts';
import { toast } from '../../ui/toast.tsx';

/** Changes the language, or says why it stays as it was. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    await setLanguage(language);
  } catch {
    // Its texts did not come; what the loader knows beyond that helps nobody here.
    toast(i18next.t('ui.noAnswer'), { tone: 'bad' });
  }
}
