import { Check } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Pill } from '../../ui/pill.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import type { ContactMessage } from './messages-api.ts';

/** Whether a message is unanswered; for a handled one, by whom and when. */
export function MessageState({ message: { handledAt, handledByName } }: { message: ContactMessage }) {
  const { t } = useTexts('members');
  if (!handledAt)
    return (
      <Pill tone="ember" className="shrink-0">
        {t('contactMessages.isOpen')}
      </Pill>
    );
  return (
    <span className="grid shrink-0 justify-items-start gap-0.5 max-lg:justify-items-end lg:py-1.5">
      <Pill tone="moss" icon={<Check aria-hidden="true" />}>
        {t('contactMessages.isHandled')}
      </Pill>
      <span className="flex max-w-40 gap-1 text-caption text-fg-muted">
        {handledByName && (
          <>
            <bdi className="truncate">{handledByName}</bdi>
            <span aria-hidden="true">·</span>
          </>
        )}
        <RelativeTime value={handledAt} className="whitespace-nowrap" />
      </span>
    </span>
  );
}
