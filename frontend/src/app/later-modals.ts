import { withTexts } from '../lib/i18n.ts';
import { paths } from '../lib/paths.ts';
import type { ModalEntry } from './routes.tsx';

/** Routes that open over the current screen. Their component renders a ModalSheet or a dialog of its own. */
export const MODALS: ModalEntry[] = [
  {
    path: paths.editProfileModal,
    load: withTexts(
      async () => (await import('../features/profile/edit-profile-modal.tsx')).EditProfileModal,
      'members',
      'profile',
      'tools',
    ),
  },
  {
    path: paths.createModal(),
    load: withTexts(async () => (await import('./create-modal.tsx')).CreateModal, 'create', 'members', 'video'),
  },
  {
    path: paths.inboxModal,
    load: withTexts(async () => (await import('../features/notifications/inbox-modal.tsx')).InboxModal, 'members'),
  },
  {
    path: paths.activityModal,
    load: withTexts(
      async () => (await import('../features/notifications/activity-modal.tsx')).ActivityModal,
      'members',
    ),
  },
];
