import type { Level, Progress } from './path-api.ts';

/** Returns the progress of a member who has just joined a tribe with these levels, without submissions. */
export function beginnersProgress(levels: readonly Level[]): Progress {
  const [first, next] = levels.toSorted((one, other) => one.order - other.order);
  return {
    member: { role: 'member', status: 'active', levelOrder: first?.order ?? 1 },
    next: next ? { order: next.order, name: next.name, passed: 0, required: next.challenges.length } : null,
    challenges: [],
    lastSubs: [],
  };
}
