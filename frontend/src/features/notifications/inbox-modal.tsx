import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { ModalSheet } from '../../ui/modal-sheet.tsx';
import { DirectMessages } from './direct-messages.tsx';
import { NotificationList } from './notification-list.tsx';
import { Section } from './section.tsx';
import { TribeChats } from './tribe-chats.tsx';

/** `/(modal)/inbox`: notifications, conversations and the chats of my tribes. */
export function InboxModal() {
  const { t } = useTexts('members');
  return (
    <ModalSheet title={t('notifications.title')} otherwise={paths.tribes}>
      <Section title={t('notifications.notifications')}>
        <NotificationList />
      </Section>
      <Section title={t('notifications.directMessages')}>
        <DirectMessages />
      </Section>
      <Section title={t('notifications.tribeChats')}>
        <TribeChats />
      </Section>
    </ModalSheet>
  );
}
