import { Activity, Bell } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { iconButtonClass, UnreadDot } from '../../ui/icon-button.tsx';
import { ModalLink } from '../../ui/modal-link.tsx';
import { useUnread } from './use-realtime.ts';

export function InboxLink() {
  const { t } = useTexts();
  const unread = useUnread();
  const label = unread > 0 ? t('shell.inboxUnread', { count: unread }) : t('shell.inbox');
  return (
    <ModalLink
      to={paths.inboxModal}
      aria-label={label}
      data-tip={t('shell.inbox')}
      data-tip-side="bottom"
      className={iconButtonClass()}
    >
      <Bell aria-hidden="true" />
      {unread > 0 && <UnreadDot />}
    </ModalLink>
  );
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
