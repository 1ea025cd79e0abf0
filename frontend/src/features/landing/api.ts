import { landingGradients } from '@limits/content';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { ApiError, http } from '../../lib/http.ts';
import { newId } from '../../lib/ids.ts';
import { useMutation } from '../../lib/mutation.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export type LandingContent = Schema<'LandingContent'>;
export type SavedLanding = Schema<'SavedLandingContent'>;
export type LandingItem = Schema<'LandingItem'>;
export type LandingHero = LandingContent['hero'];

/** The saved content; null before the first save. */
export const landingContentQuery = queryOptions({
  queryKey: queryKeys.landing.admin,
  queryFn: async ({ signal }): Promise<SavedLanding | null> => {
    try {
      return await http.get('/admin/landing-content', { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  // A refetch does not overwrite a draft.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export const noContent: SavedLanding = { hero: { title: '', subtitle: '', description: '' }, items: [], version: 0 };

/** A new slide, as specified (part 1, section 3). */
export const newItem = (order: number): LandingItem => ({
  id: newId(),
  type: 'image',
  title: '',
  description: '',
  mediaUrl: '',
  order,
  enabled: true,
  gradient: landingGradients[0],
  media: null,
});

interface LandingSave extends LandingContent {
  /** The version that the content is based on; absent to replace any. */
  version?: number;
}

/** Saves the content; 409 `landing_changed` when another admin has saved since its version. */
export function useSaveLanding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ items, ...rest }: LandingSave) =>
      http.put('/admin/landing-content', {
        body: { ...rest, items: items.map(({ media: _media, ...item }, order) => ({ ...item, order })) },
      }),
    onSuccess: (saved) => {
      const { hero, items } = saved;
      client.setQueryData(queryKeys.landing.admin, saved);
      client.setQueryData(queryKeys.landing.page, { hero, items: items.filter(({ enabled }) => enabled) });
    },
  });
}

/** Fetches the content that another admin has saved. */
export function useReloadLanding() {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => client.fetchQuery({ ...landingContentQuery, staleTime: 0 }) });
}

interface FileUpload {
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export const useUploadLandingFile = () =>
  useMutation({
    parallel: true,
    mutationFn: ({ file, onProgress, signal }: FileUpload) =>
      http.upload('/admin/landing-content/upload', { form: { file }, onProgress, signal }),
  });

export const useDeleteLandingFile = () =>
  useMutation({ mutationFn: (url: string) => http.delete('/admin/landing-content/file', { body: { url } }) });
