import { Activity, Bell } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { iconButtonClass, UnreadDot } from '../../ui/icon-button.tsx';
import { ModalLink } from '../../ui/modal-link.tsx';
import { useUnread } from './use-realtime.ts';

export function InboxLink() {
  const { t } = useTexts();
  const { count, messages } = useUnread();
  const label = useInboxLabel(count, messages);
  return (
    <ModalLink
      to={paths.inboxModal}
      aria-label={label}
      data-tip={t('shell.inbox')}
      data-tip-side="bottom"
      className={iconButtonClass()}
    >
      <Bell aria-hidden="true" />
      {count + messages > 0 && <UnreadDot />}
    </ModalLink>
  );
}

function useInboxLabel(count: number, messages: number): string {
  const { t } = useTexts();
  if (messages === 0) return count > 0 ? t('shell.inboxUnread', { count }) : t('shell.inbox');
  if (count === 0) return t('shell.inboxMessages', { count: messages });
  return t('shell.inboxBoth', { count: messages, notices: t('shell.inboxUnread', { count }) });
}

export function ActivityLink() {
  const { t } = useTexts();
  return (
    <ModalLink
      to={paths.activityModal}
      aria-label={t('shell.activity')}
      data-tip={t('shell.activity')}
      data-tip-side="bottom"
      className={iconButtonClass()}
    >
      <Activity aria-hidden="true" />
    </ModalLink>
  );
}
