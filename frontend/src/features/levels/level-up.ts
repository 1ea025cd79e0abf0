import { observable } from '../../lib/observable.ts';
import { session } from '../../lib/session.ts';

/** A level that I have reached. */
export interface LevelUp {
  tribeId: number;
  tribeName: string;
  levelTo: number;
}

/** The one that is being shown. */
export const levelUp = observable<LevelUp | null>(null);

/** Resolves once none is being shown. */
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

/** Each is celebrated once, whether the answer to a quiz or a notification says it first. */
const celebrated = new Set<string>();

/** Shows that a level was reached; false when that was shown before. */
export function celebrate(reached: LevelUp): boolean {
  const name = `${session.get().user?.id} ${reached.tribeId} ${reached.levelTo}`;
  if (celebrated.has(name)) return false;
  celebrated.add(name);
  levelUp.set(reached);
  return true;
}
