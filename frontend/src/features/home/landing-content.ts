import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type LandingContent = Schema<'LandingContent'>;

declare global {
  interface Window {
    /** What public/landing.js asked for before the app came; `content` once it is answered. */
    landingAsked?: { answer: Promise<LandingContent | null>; content: LandingContent | null | undefined };
  }
}

/** Asked once by the page that came with it; a visitor does not see the page change under them. */
const asked = typeof window === 'undefined' ? undefined : window.landingAsked;

/** What admins put on the landing page; null when there is nothing, and the page shows its own. */
export const landingQuery = queryOptions({
  queryKey: queryKeys.landing.page,
  queryFn: async ({ signal }): Promise<LandingContent | null> =>
    asked && asked.content === undefined
      ? asked.answer
      : (await http.get('/public/landing-page', { signal, anonymous: true })).content,
  initialData: () => asked?.content,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
