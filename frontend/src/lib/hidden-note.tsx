import { EyeOff } from 'lucide-react';
import { Pill } from '../ui/pill.tsx';
import { useTexts } from './i18n.ts';

/** A note for the author and moderators that an object is hidden from all others. */
export function HiddenNote({ hidden }: { hidden: 'reports' | 'moderator' | 'removed' | 'parent' }) {
  const { t } = useTexts('moderation');
  return (
    <Pill tone="honey" icon={<EyeOff aria-hidden="true" />} className="justify-self-start">
      {t(`moderation.hidden.${hidden}`)}
    </Pill>
  );
}
