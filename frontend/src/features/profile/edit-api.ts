import { useQueryClient } from '@tanstack/react-query';
import type { Params } from '../../lib/contract.ts';
import { ApiError, http } from '../../lib/http.ts';
import { useMutation } from '../../lib/mutation.ts';
import { cancelShown } from '../../lib/optimistic.ts';
import { mergeIntoOwnAccount } from '../../lib/own-account.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type SessionUser, session, useMe } from '../../lib/session.ts';
import { sortedByIds } from '../../lib/sorted-by-ids.ts';
import type { Photo } from './api.ts';

/** Absent fields stay unchanged. */
export type ProfileChange = Params<'put', '/auth/me'>['body'];

/**
 * Updates the changed fields of the viewer's account in all cached queries, unless another person has signed in since
 * the request was sent.
 */
function useMerge(): (change: Partial<SessionUser>) => void {
  const client = useQueryClient();
  const id = useMe()?.id;
  return (change) => {
    if (!id || session.get().user?.id !== id) return;
    mergeIntoOwnAccount(client, { ...change, id });
    void client.invalidateQueries({ queryKey: queryKeys.profile(id) });
    void client.invalidateQueries({ queryKey: queryKeys.feed.all });
  };
}

export function useSaveProfile() {
  const merge = useMerge();
  return useMutation({
    mutationFn: (body: ProfileChange) => http.put('/auth/me', { body }),
    // The photos of the response may be older than those on the screen.
    onSuccess: ({ photos: _photos, ...saved }) => merge(saved),
  });
}

/** Sets an emoji, or removes the avatar with null. */
export function useSetAvatar() {
  const merge = useMerge();
  return useMutation({
    mutationFn: (avatarUrl: string | null) => http.put('/auth/me', { body: { avatarUrl } }),
    onSuccess: ({ avatarUrl }) => merge({ avatarUrl }),
  });
}

export function useUploadAvatar() {
  const merge = useMerge();
  return useMutation({
    mutationFn: (avatar: File) => http.upload('/auth/me/avatar', { form: { avatar: avatar } }),
    onSuccess: merge,
  });
}

export interface PhotoUpload {
  file: File;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

const mutationKey = ['photos'];

const shownPhotos = (): readonly Photo[] => session.get().user?.photos ?? [];
const has = (photos: readonly Pick<Photo, 'id'>[], { id }: Photo): boolean => photos.some((photo) => photo.id === id);

/**
 * The changes of the viewer's photos. Orders and deletions are sent one after the other, so that the last order wins. An
 * upload takes longer: what has changed on the screen since the request was sent is newer than its response.
 */
export function usePhotos() {
  const client = useQueryClient();
  const merge = useMerge();
  const oneAfterAnother = { mutationKey, scope: { id: 'photos' } };
  const isLast = () => client.isMutating({ mutationKey }) <= 1;
  const keep = (photos: readonly Photo[]) =>
    merge({ photos: photos.map((photo, index) => ({ ...photo, position: index + 1 })) });
  return {
    upload: useMutation({
      parallel: true,
      mutationFn: ({ file, onProgress, signal }: PhotoUpload) =>
        http.upload('/auth/me/photos', { form: { photos: [file] }, onProgress, signal }),
      onMutate: shownPhotos,
      onSuccess: ({ photos }, _upload, before) => {
        const shown = shownPhotos();
        keep([...shown, ...photos.filter((photo) => !has(before, photo) && !has(shown, photo))]);
      },
    }),
    order: useMutation({
      ...oneAfterAnother,
      parallel: true,
      mutationFn: (ids: string[]) => http.put('/auth/me/photos/order', { body: { ids } }),
      onMutate: (ids) => {
        cancelShown(client, queryKeys.me);
        keep(sortedByIds(shownPhotos(), ids));
      },
      // Until the last response, the screen is ahead of the server.
      onSuccess: ({ photos }, ids) => {
        if (!isLast()) return;
        const added = shownPhotos().filter(({ id }) => !ids.includes(id));
        const remaining = photos.filter((photo) => has(shownPhotos(), photo) && !has(added, photo));
        keep([...remaining, ...added]);
      },
      onError: () => isLast() && client.invalidateQueries({ queryKey: queryKeys.me }),
    }),
    remove: useMutation({
      ...oneAfterAnother,
      parallel: (id) => id,
      mutationFn: (id: string) => http.delete('/auth/me/photos/{id}', { path: { id } }).catch(acceptNotFound),
      onSuccess: (_ok, id) => keep(shownPhotos().filter((photo) => photo.id !== id)),
    }),
  };
}

/** A photo deleted in another tab is deleted. */
function acceptNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
