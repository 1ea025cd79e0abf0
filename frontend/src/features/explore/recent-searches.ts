import { useDraft } from '../../lib/drafts.ts';

const RECENT_MAX = 8;

const isText = (value: unknown): value is string => typeof value === 'string';

/** The person's last searches on this device, the newest first. Like their drafts they are removed when they sign out. */
export function useRecentSearches() {
  const [recent, change] = useDraft<string[]>('searches', [], (stored) =>
    Array.isArray(stored) ? stored.filter(isText).slice(0, RECENT_MAX) : null,
  );
  const without = (before: readonly string[], q: string) =>
    before.filter((each) => each.toLowerCase() !== q.toLowerCase());
  return {
    recent,
    remember(q: string): void {
      if (q !== '') change((before) => [q, ...without(before, q)].slice(0, RECENT_MAX));
    },
    forget: (q: string) => change((before) => without(before, q)),
    forgetAll: () => change(() => []),
  };
}
