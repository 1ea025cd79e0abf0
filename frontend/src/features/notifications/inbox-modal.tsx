import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { ModalSheet } from '../../ui/modal-sheet.tsx';
import { DirectMessages } from './direct-messages.tsx';
import { Notices } from './notices.tsx';
import { Section } from './section.tsx';
import { TribeChats } from './tribe-chats.tsx';

/** `/(modal)/inbox`: what one was told, who wrote, and where one talks. */
export function InboxModal() {
  const { t } = useTexts();
  return (
    <ModalSheet title={t('notices.title')} otherwise={paths.tribes}>
      <Section title={t('notices.notifications')}>
        <Notices />
      </Section>
      <Section title={t('notices.directMessages')}>
        <DirectMessages />
      </Section>
      <Section title={t('notices.tribeChats')}>
        <TribeChats />
      </Section>
    </ModalSheet>
  );
}
