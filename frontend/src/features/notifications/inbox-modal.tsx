import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { unreadQuery } from '../../lib/shared-queries.ts';
import { ModalSheet } from '../../ui/modal-sheet.tsx';
import { CountBadge } from '../../ui/pill.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { DirectMessages } from './direct-messages.tsx';
import { NotificationList } from './notification-list.tsx';
import { Section } from './section.tsx';
import { TribeChats } from './tribe-chats.tsx';

/** `/(modal)/inbox`: notifications, conversations and the chats of my tribes. */
export function InboxModal() {
  const { t } = useTexts('members');
  // Also counts conversations on further pages.
  const unread = useQuery(unreadQuery).data?.messages ?? 0;
  const [notifications, messages, chats] = [useHeading(), useHeading(), useHeading()];
  return (
    <ModalSheet title={t('notifications.title')} otherwise={paths.tribes}>
      <nav
        aria-label={t('notifications.sections')}
        className="sticky top-0 z-10 -mx-6 mb-2 flex gap-1.5 overflow-x-auto bg-surface px-6 py-2 [scrollbar-width:none]"
      >
        <SectionButton heading={notifications} title={t('notifications.notifications')} />
        <SectionButton heading={messages} title={t('notifications.directMessages')} unread={unread} />
        <SectionButton heading={chats} title={t('notifications.tribeChats')} />
      </nav>
      <Section title={t('notifications.notifications')} headingRef={notifications}>
        <NotificationList />
      </Section>
      <Section title={t('notifications.directMessages')} headingRef={messages}>
        <DirectMessages />
      </Section>
      <Section title={t('notifications.tribeChats')} headingRef={chats}>
        <TribeChats />
      </Section>
    </ModalSheet>
  );
}

const useHeading = () => useRef<HTMLHeadingElement>(null);

interface SectionButtonProps {
  heading: RefObject<HTMLHeadingElement | null>;
  title: string;
  unread?: number;
}

/** Scrolls to a section, which may be below many notifications. */
function SectionButton({ heading, title, unread = 0 }: SectionButtonProps) {
  const { t } = useTexts('members');
  const lead = () => {
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <button
      type="button"
      onClick={lead}
      className="focus-ring flex h-9 shrink-0 items-center gap-1.5 rounded-full bg-hover px-3 text-fg-muted text-small hover:text-fg"
    >
      {title}
      <CountBadge count={unread} />
      {unread > 0 && <VisuallyHidden>{t('notifications.unread', { count: unread })}</VisuallyHidden>}
    </button>
  );
}
