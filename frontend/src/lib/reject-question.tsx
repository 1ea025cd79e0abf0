import { lazyOverlay } from '../ui/lazy-overlay.tsx';
import type { RejectQuestionProps } from './reject-question-panel.tsx';

/**
 * Confirms the rejection of join requests, on every screen that rejects them, since rejected applicants have to wait.
 */
export const RejectQuestion = lazyOverlay<RejectQuestionProps>(
  ({ people }) => people.length > 0,
  async () => (await import('./reject-question-panel.tsx')).RejectQuestionPanel,
);
