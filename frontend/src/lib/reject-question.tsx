import { lazyOverlay } from '../ui/lazy-overlay.tsx';
import type { RejectQuestionProps } from './reject-question-panel.tsx';

/** Asks before requests to join are rejected, since who was rejected has to wait; wherever they are rejected. */
export const RejectQuestion = lazyOverlay<RejectQuestionProps>(
  ({ people }) => people.length > 0,
  async () => (await import('./reject-question-panel.tsx')).RejectQuestionPanel,
);
