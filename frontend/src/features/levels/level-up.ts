import { http, isNotFound } from '../../lib/http.ts';
import { newId } from '../../lib/ids.ts';
import { observable } from '../../lib/observable.ts';
import { local } from '../../lib/storage.ts';

/** A level that the viewer has reached. */
export interface LevelUp {
  tribeId: number;
  tribeName: string;
  levelTo: number;
}

/** The celebration on screen. */
export const levelUp = observable<LevelUp | null>(null);

/** Resolves once no celebration is on screen. */
export function waitForLevelUpEnd(): Promise<void> {
  if (levelUp.get() === null) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = levelUp.subscribe(() => {
      if (levelUp.get() !== null) return;
      stop();
      resolve();
    });
  });
}

/** The localStorage key of an attempt whose response has not arrived. */
const attemptKey = (id: string): string => `celebrating:${id}`;

/** Whether this device has claimed the celebration of a notification without receiving the response. */
export const isAttempted = (id: string): boolean => local.read(attemptKey(id)) !== null;

/**
 * Claims the celebration of a notification; returns whether this tab may show it, as one of all the devices of the
 * viewer. An attempt without a response is stored, so that it can be repeated as the same one, also by another tab.
 * Tabs take turns by a lock, which browsers offer on secure origins only.
 */
export async function claim(id: string): Promise<boolean> {
  const key = attemptKey(id);
  return 'locks' in navigator ? navigator.locks.request(key, () => attemptOnce(id, key)) : attemptOnce(id, key);
}

async function attemptOnce(id: string, key: string): Promise<boolean> {
  const attempt = local.read(key) ?? newId();
  local.write(key, attempt);
  const granted = await requestCelebration(id, attempt);
  local.remove(key);
  return granted;
}

async function requestCelebration(id: string, attempt: string): Promise<boolean> {
  try {
    return (await http.post('/notifications/{id}/celebrated', { path: { id }, body: { attempt } })).granted;
  } catch (error) {
    // Deleted since, also when the level was lost.
    if (isNotFound(error)) return false;
    throw error;
  }
}
