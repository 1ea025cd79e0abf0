import { observable } from '../../lib/observable.ts';
import { session } from '../../lib/session.ts';
import { local, readJson } from '../../lib/storage.ts';

/** A level that the viewer has reached. */
export interface LevelUp {
  tribeId: number;
  tribeName: string;
  levelTo: number;
}

/** The one that is shown now. */
export const levelUp = observable<LevelUp | null>(null);

/** Resolves once none is shown. */
export function levelUpOver(): Promise<void> {
  if (levelUp.get() === null) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = levelUp.subscribe(() => {
      if (levelUp.get() !== null) return;
      stop();
      resolve();
    });
  });
}

/** The localStorage key of what this browser has celebrated, the newest last. */
const CELEBRATED = 'celebrated';
/** The oldest are dropped beyond this number; by then their notifications have been seen. */
const CELEBRATED_MAX = 100;

/** Those of this tab, where the browser stores nothing. */
const ofTab = new Set<string>();

function listStored(): string[] {
  const value = readJson(local, CELEBRATED);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function record(name: string): boolean {
  const stored = listStored();
  if (ofTab.has(name) || stored.includes(name)) return false;
  ofTab.add(name);
  local.write(CELEBRATED, JSON.stringify([...stored, name].slice(-CELEBRATED_MAX)));
  return true;
}

/**
 * Records a name as celebrated; returns true in one tab, the first. The lock makes reading and writing atomic; browsers
 * offer it on secure origins only.
 */
export async function claim(name: string): Promise<boolean> {
  return 'locks' in navigator ? navigator.locks.request(CELEBRATED, () => record(name)) : record(name);
}

/** With the user, because several people may sign in on one device. */
const nameOf = ({ tribeId, levelTo }: LevelUp): string => `${session.get().user?.id} ${tribeId} ${levelTo}`;

/** Whether this browser has celebrated the level, also in another tab. */
export const isCelebrated = (reached: LevelUp): boolean =>
  ofTab.has(nameOf(reached)) || listStored().includes(nameOf(reached));

/** Shows that a level was reached, once, whether the response to a quiz or a notification arrives first. */
export async function celebrate(reached: LevelUp): Promise<void> {
  if (await claim(nameOf(reached))) levelUp.set(reached);
}
