import { toast } from '../ui/toast.tsx';
import { logFailure } from './log-failure.ts';

/**
 * Copies a link and shows the toast `done`. A failure is only logged, as specified (part 2, section 8): a person may refuse it, or the address of
 * the page may be insecure.
 */
export async function copyLink(url: string, done: () => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast(done, { tone: 'good' });
  } catch (error) {
    logFailure('link not copied', error);
  }
}
