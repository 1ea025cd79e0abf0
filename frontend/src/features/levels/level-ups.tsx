import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useObservable } from '../../lib/observable.ts';
import { paths } from '../../lib/paths.ts';
import { useStreamEvent } from '../../lib/stream.ts';
import { toast } from '../../ui/toast.tsx';
import { celebrate, levelUp, levelUpOver } from './level-up.ts';
import { configQuery, refreshLevel } from './path-api.ts';

const Scene = lazyComponent(async () => (await import('./level-up-scene.tsx')).LevelUpScene);

/** Celebrates, on any screen, that I have reached a level, and asks again for what it opens. */
export function LevelUps() {
  const { t } = useTexts('members');
  const client = useQueryClient();
  const navigate = useNavigate();
  const reached = useObservable(levelUp);

  async function tell(notificationId: string): Promise<void> {
    const { items } = await http.get('/notifications');
    const notification = items.find(({ id }) => id === notificationId);
    if (notification?.type !== 'level_up_result') return;
    const { tribeId, message } = notification.data;
    // So that the moment calls the level by its name; it comes without, too.
    await client.ensureQueryData(configQuery(tribeId)).catch(() => undefined);
    celebrate(notification.data);
    await refreshLevel(client, tribeId).catch(() => undefined);
    // The scene says the same, and a toast would lie over its button.
    await levelUpOver();
    toast(message, {
      tone: 'good',
      action: { label: t('notifications.open'), run: () => navigate(paths.tribePart(tribeId, 'levels')) },
    });
  }

  useStreamEvent('notification', ({ notificationId, type }) => {
    // On failure the notification is still in the inbox.
    if (type === 'level_up_result') tell(notificationId).catch(() => undefined);
  });
  return (
    reached && (
      <LazyPart onFailed={() => levelUp.set(null)}>
        <Scene reached={reached} onDone={() => levelUp.set(null)} />
      </LazyPart>
    )
  );
}
