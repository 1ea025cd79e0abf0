import { useState } from 'react';
import type { ReviewProgress } from './changes-api.ts';
import type { ReviewedSubmission } from './path-api.ts';

interface View {
  submission: ReviewedSubmission | null;
  index: number;
  progress: ReviewProgress;
}

/**
 * The submission in view, which stays while the list changes around it. After the viewer's decision the next one takes
 * its index. Without one it has left the list by another person's act: `removedId` is its id until it is acknowledged.
 */
export function useSubmissionInView(items: readonly ReviewedSubmission[]) {
  const [view, setView] = useState<View>({ submission: null, index: 0, progress: null });
  const viewedId = view.submission?.id;
  const at = items.findIndex(({ id }) => id === viewedId);
  const isLeft = view.submission !== null && at === -1;
  const removedId = isLeft && view.progress === null ? view.submission?.id : undefined;
  const index = at === -1 ? Math.min(view.index, Math.max(0, items.length - 1)) : at;
  const isSending = isLeft && view.progress === 'sending';
  const current = isSending ? view.submission : (items[index] ?? null);
  if (removedId === undefined && (current?.id !== viewedId || index !== view.index))
    setView({ submission: current, index, progress: current?.id === viewedId ? view.progress : null });
  return {
    current,
    index,
    removedId: removedId ?? null,
    show: (to: number) => setView({ submission: items[to] ?? null, index: to, progress: null }),
    acknowledge: () => setView({ submission: null, index: view.index, progress: null }),
    setProgress: (id: string, progress: ReviewProgress) =>
      setView((before) => (before.submission?.id === id ? { ...before, progress } : before)),
  };
}
