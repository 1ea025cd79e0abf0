import { EyeOff } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';

/** Marks what the viewer hides from others on their own profile. */
export function OnlyMe() {
  const { t } = useTexts('profile');
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-normal font-text text-caption text-fg-faint">
      <EyeOff aria-hidden="true" className="size-3.5" />
      {t('profile.onlyMe')}
    </span>
  );
}
