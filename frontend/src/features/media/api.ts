import { mediaPageSize } from '@limits/content';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '../../lib/contract.ts';
import { http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cursorPages, type PagedQuery, patchInPages } from '../../lib/pages.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { Removal } from '../../lib/removal.ts';

export type Media = Schema<'TribeMedia'>;

const mediaQuery = (tribeId: number) =>
  infiniteQueryOptions({
    queryKey: queryKeys.media.tribe(tribeId),
    queryFn: ({ pageParam: cursor, signal }) =>
      http.get('/tribes/{tribeId}/media', { path: { tribeId }, query: { limit: mediaPageSize, cursor }, signal }),
    ...cursorPages,
  });

/** The pictures of a tribe, the newest first, and whether the viewer may add to them. */
export function useMedia(tribeId: number): PagedQuery<Media> & { canUpload: boolean } {
  const query = useInfiniteQuery(mediaQuery(tribeId));
  const pages = query.data?.pages ?? [];
  return { query, items: pages.flatMap(({ items }) => items), canUpload: pages[0]?.canUpload ?? false };
}

export interface MediaUpload {
  file: File;
  caption: string;
  /** The idempotency key of the upload; retries with the same picture and caption reuse it. */
  key: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a picture and prepends it to the list, also after the screen was left. */
export function useSendMedia(tribeId: number): (upload: MediaUpload) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = mediaQuery(tribeId);
  return async ({ file, caption, key, ...options }) => {
    const form = { caption: caption.trim(), file };
    const sent = await http.upload('/tribes/{tribeId}/media', {
      path: { tribeId },
      form,
      idempotencyKey: key,
      ...options,
    });
    client.setQueryData(queryKey, (data) => {
      const [first, ...others] = data?.pages ?? [];
      if (!data || !first) return data;
      const items = [sent, ...first.items.filter(({ id }) => id !== sent.id)];
      return { ...data, pages: [{ ...first, items }, ...others] };
    });
  };
}

/** Deletes a picture of the viewer, or removes one of another person with a reason for them. */
export function useDeleteMedia(tribeId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ media: { id: mediaId }, removal }: { media: Media; removal?: Removal }) =>
      http.delete('/tribes/{tribeId}/media/{mediaId}', {
        path: { tribeId, mediaId },
        ...(removal && { body: removal }),
      }),
    parallel: ({ media }) => media.id,
    onSuccess: (_done, { media }) =>
      client.setQueryData(
        mediaQuery(tribeId).queryKey,
        patchInPages(media.id, () => null),
      ),
  });
}
