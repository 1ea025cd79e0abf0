import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useObservable } from '../../lib/observable.ts';
import { paths } from '../../lib/paths.ts';
import { useStreamEvent } from '../../lib/stream.ts';
import { configQuery } from '../../lib/tribe-levels.ts';
import { toast } from '../../ui/toast.tsx';
import { celebrate, levelUp, levelUpOver } from './level-up.ts';
import { refreshLevel } from './path-api.ts';

const Scene = lazyComponent(async () => (await import('./level-up-scene.tsx')).LevelUpScene);

/** Celebrates, on any screen, that the viewer has reached a level, and invalidates the queries that depend on it. */
export function LevelUps() {
  const { t } = useTexts('members');
  const client = useQueryClient();
  const navigate = useNavigate();
  const reached = useObservable(levelUp);

  async function celebrateLevel(notificationId: string): Promise<void> {
    const { items } = await http.get('/notifications');
    const notification = items.find(({ id }) => id === notificationId);
    if (notification?.type !== 'level_up_result') return;
    const { tribeId, message } = notification.data;
    // So that the scene shows the level's name; on failure it is shown without.
    await client.ensureQueryData(configQuery(tribeId)).catch(() => undefined);
    celebrate(notification.data);
    await refreshLevel(client, tribeId).catch(() => undefined);
    // The scene contains the same message, and a toast would cover its button.
    await levelUpOver();
    toast(message, {
      tone: 'good',
      action: { label: t('notifications.open'), run: () => navigate(paths.tribePart(tribeId, 'levels')) },
    });
  }

  useStreamEvent('notification', ({ notificationId, type }) => {
    // On failure the notification is still in the inbox.
    if (type === 'level_up_result') celebrateLevel(notificationId).catch(() => undefined);
  });
  return (
    reached && (
      <LazyPart onFailed={() => levelUp.set(null)}>
        <Scene reached={reached} onDone={() => levelUp.set(null)} />
      </LazyPart>
    )
  );
}
