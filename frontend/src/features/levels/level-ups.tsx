import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import { useIsMounted } from '../../lib/mutation.ts';
import { useObservable } from '../../lib/observable.ts';
import { paths } from '../../lib/paths.ts';
import { isRetryable } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import { membershipsQuery } from '../../lib/shared-queries.ts';
import { useStreamEvent, waitBefore } from '../../lib/stream.ts';
import { configQuery } from '../../lib/tribe-levels.ts';
import { toast } from '../../ui/toast.tsx';
import { claim, isAttempted, levelUp, waitForLevelUpEnd } from './level-up.ts';
import { refreshLevel } from './path-api.ts';
import { useUnannounced } from './use-unannounced.ts';

const loadScene = async () => (await import('./level-up-scene.tsx')).LevelUpScene;
const Scene = lazyComponent(loadScene);

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
  const retry = useRetry();
  const isMounted = useIsMounted();

  /** Shows the scenes one after another, and adds each to `shown`. */
  async function showScenes(announcedId: string | undefined, shown: LevelUpNotification[]): Promise<void> {
    const { token } = session.get();
    // Nobody looks at a hidden tab; the visible one celebrates.
    await waitForVisiblePage();
    for (const notification of await findNew(client, announcedId)) {
      const { id, data } = notification;
      // Loaded before the claim, so that a granted scene can be shown. Without a name it shows the level's number.
      await loadChunk(loadScene);
      await client.ensureQueryData(configQuery(data.tribeId)).catch(() => undefined);
      if (session.get().token !== token || !(await claim(id)) || session.get().token !== token) continue;
      levelUp.set(data);
      await waitForLevelUpEnd();
      shown.push(notification);
    }
  }

  async function celebrateAll(announcedId?: string): Promise<void> {
    const { token } = session.get();
    const shown: LevelUpNotification[] = [];
    try {
      await showScenes(announcedId, shown);
    } finally {
      if (session.get().token === token) showToasts(shown);
    }
  }

  function showToasts(shown: readonly LevelUpNotification[]): void {
    for (const { data } of shown)
      toast(() => data.message, {
        tone: 'good',
        action: { label: () => t('notifications.open'), run: () => navigate(paths.tribePart(data.tribeId, 'levels')) },
      });
  }

  function enqueue(announcedId?: string): void {
    const celebrated = last.current.then(() => celebrateAll(announcedId));
    last.current = celebrated.then(retry.reset, (error) => {
      // After a final error the notification is still in the inbox.
      if (isRetryable(error) && isMounted()) retry.later(() => enqueue(announcedId));
    });
  }
  return enqueue;
}

/** Repeats an action once after a failure, while mounted: after a growing pause, offline when online again. */
function useRetry() {
  const failures = useRef(0);
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  return {
    reset() {
      failures.current = 0;
    },
    later(action: () => void) {
      cancel.current();
      const ended = new AbortController();
      const run = () => {
        cancel.current();
        action();
      };
      const timer = navigator.onLine ? setTimeout(run, waitBefore(failures.current, Math.random())) : undefined;
      addEventListener('online', run, { signal: ended.signal });
      cancel.current = () => {
        clearTimeout(timer);
        ended.abort();
      };
      failures.current += 1;
    },
  };
}

/** Resolves once the tab is visible. */
function waitForVisiblePage(): Promise<void> {
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
 * levels that the viewer no longer has, and those that another device has celebrated.
 */
async function findNew(client: QueryClient, announcedId?: string): Promise<LevelUpNotification[]> {
  const { items } = await http.get('/notifications');
  const unseen = items.filter(isLevelUp).filter(({ id, seen }) => !seen || id === announcedId);
  const found = highestPerTribe(unseen).filter(({ id, data }) => !data.celebrated || isAttempted(id));
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
