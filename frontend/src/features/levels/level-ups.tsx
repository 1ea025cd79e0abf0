import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useObservable } from '../../lib/observable.ts';
import { paths } from '../../lib/paths.ts';
import { session } from '../../lib/session.ts';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import { useStreamEvent } from '../../lib/stream.ts';
import { configQuery } from '../../lib/tribe-levels.ts';
import { toast } from '../../ui/toast.tsx';
import { celebrate, claim, isCelebrated, levelUp, levelUpOver } from './level-up.ts';
import { refreshLevel } from './path-api.ts';
import { useUnannounced } from './use-unannounced.ts';

const Scene = lazyComponent(async () => (await import('./level-up-scene.tsx')).LevelUpScene);

/**
 * Celebrates, on any screen, that the viewer has reached a level, at once or when they arrive later, and invalidates
 * the queries that depend on it.
 */
export function LevelUps() {
  const reached = useObservable(levelUp);
  const celebrateNew = useCelebrations();
  useStreamEvent('notification', ({ notificationId, type }) => {
    if (type === 'level_up_result') celebrateNew(notificationId);
  });
  useUnannounced(celebrateNew);
  // The next person to sign in must not see this person's scene.
  useEffect(() => () => levelUp.set(null), []);
  return (
    reached && (
      <LazyPart onFailed={() => levelUp.set(null)}>
        <Scene reached={reached} onDone={() => levelUp.set(null)} />
      </LazyPart>
    )
  );
}

/**
 * Returns a function that celebrates the levels of unseen notifications, and that of the announced one. Several tribes
 * follow one another, each with its own scene, as their levels have different names and rewards; the toasts come last,
 * because a scene would cover them.
 */
function useCelebrations(): (announcedId?: string) => void {
  const { t } = useTexts('members');
  const client = useQueryClient();
  const navigate = useNavigate();
  const last = useRef(Promise.resolve());

  async function celebrateAll(announcedId?: string): Promise<void> {
    const { token } = session.get();
    const shown: LevelUpNotification[] = [];
    // Nobody looks at a hidden tab; the visible one celebrates.
    await pageVisible();
    for (const notification of await findNew(client, announcedId)) {
      const { id, createdAt, data } = notification;
      if (session.get().token !== token || !(await claim(`${id} ${createdAt}`))) continue;
      // So that the scene shows the level's name; on failure it is shown without.
      await client.ensureQueryData(configQuery(data.tribeId)).catch(() => undefined);
      await celebrate(data);
      await levelUpOver();
      shown.push(notification);
    }
    if (session.get().token !== token) return;
    for (const { data } of shown)
      toast(data.message, {
        tone: 'good',
        action: { label: t('notifications.open'), run: () => navigate(paths.tribePart(data.tribeId, 'levels')) },
      });
  }

  return (announcedId) => {
    // On failure the notification is still in the inbox.
    last.current = last.current.then(() => celebrateAll(announcedId)).catch(() => undefined);
  };
}

/** Resolves once the tab is visible. */
function pageVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

type LevelUpNotification = Extract<Schema<'Notification'>, { type: 'level_up_result' }>;

const isLevelUp = (notification: Schema<'Notification'>): notification is LevelUpNotification =>
  notification.type === 'level_up_result';

/**
 * Returns the notifications to celebrate, the oldest first: of each tribe the one of its highest level. Leaves out
 * levels that the viewer no longer has, and, unless just announced, those celebrated before.
 */
async function findNew(client: QueryClient, announcedId?: string): Promise<LevelUpNotification[]> {
  const { items } = await http.get('/notifications');
  const unseen = items.filter(isLevelUp).filter(({ id, seen }) => !seen || id === announcedId);
  const found = highestPerTribe(unseen).filter(({ id, data }) => id === announcedId || !isCelebrated(data));
  if (found.length === 0) return [];
  await Promise.all(found.map(({ data }) => refreshLevel(client, data.tribeId)));
  const memberships = await client.fetchQuery(membershipsQuery);
  const levelIn = (tribeId: number) =>
    memberships.find((membership) => membership.tribeId === tribeId)?.levelOrder ?? 0;
  return found.filter(({ data }) => levelIn(data.tribeId) >= data.levelTo).reverse();
}

const highestPerTribe = (all: readonly LevelUpNotification[]): LevelUpNotification[] =>
  all.filter(({ data }) =>
    all.every((other) => other.data.tribeId !== data.tribeId || other.data.levelTo <= data.levelTo),
  );
