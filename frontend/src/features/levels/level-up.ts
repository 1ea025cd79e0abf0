import { observable } from '../../lib/observable.ts';
import { session } from '../../lib/session.ts';

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

/** Each is celebrated once, whether the response to a quiz or a notification arrives first. */
const celebrated = new Set<string>();

/** Shows that a level was reached; returns false when it was shown before. */
export function celebrate(reached: LevelUp): boolean {
  const name = `${session.get().user?.id} ${reached.tribeId} ${reached.levelTo}`;
  if (celebrated.has(name)) return false;
  celebrated.add(name);
  levelUp.set(reached);
  return true;
}
