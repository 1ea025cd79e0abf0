import { joinResultMs } from '@limits/messaging';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { useInvalidateMemberships } from '../../lib/membership-queries.ts';
import { paths } from '../../lib/paths.ts';
import { useStreamEvent } from '../../lib/stream.ts';
import { toast } from '../../ui/toast.tsx';
import { findNotification, useRemoveNotification } from './api.ts';

/** Shows a toast for 6 s, on any screen, when a request to join a tribe was decided. Renders nothing itself. */
export function JoinResults() {
  const { t } = useTexts('members');
  const invalidate = useInvalidateMemberships();
  const navigate = useNavigate();
  const { mutate: remove } = useRemoveNotification();

  async function announce(notificationId: string): Promise<void> {
    const result = await findNotification(notificationId);
    if (result?.type !== 'join_request_result') return;
    const { tribeId, tribeName, status } = result.data;
    const approved = status === 'approved';
    toast(
      () => t(approved ? 'notifications.joinApprovedToast' : 'notifications.joinRejectedToast', { tribe: tribeName }),
      {
        tone: approved ? 'good' : 'plain',
        durationMs: joinResultMs,
        ...(approved && {
          action: { label: () => t('notifications.open'), run: () => navigate(paths.tribe(tribeId)) },
        }),
      },
    );
    setTimeout(() => remove(notificationId), joinResultMs);
    void invalidate(tribeId);
  }

  useStreamEvent('notification', ({ notificationId, type }) => {
    // On failure the notification is still in the inbox.
    if (type === 'join_request_result') announce(notificationId).catch(() => undefined);
  });
  return null;
}
