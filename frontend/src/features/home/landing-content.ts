import { queryOptions } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type LandingContent = Schema<'LandingContent'>;

declare global {
  interface Window {
    /** The request that public/landing.js sent before the app was loaded; `content` once it is answered. */
    landingAsked?: { answer: Promise<LandingContent | null>; content: LandingContent | null | undefined };
  }
}

/** Fetched once per page load, so that the page does not change while a visitor reads it. */
const initialRequest = typeof window === 'undefined' ? undefined : window.landingAsked;

/** The landing page of the admins; null when there is none, and the page shows its default. */
export const landingQuery = queryOptions({
  queryKey: queryKeys.landing.page,
  queryFn: async ({ signal }): Promise<LandingContent | null> =>
    initialRequest && initialRequest.content === undefined
      ? initialRequest.answer
      : (await http.get('/public/landing-page', { signal, anonymous: true })).content,
  initialData: () => initialRequest?.content,
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});
