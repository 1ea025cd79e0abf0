import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { http, isNotFound } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { type Post, postQuery } from './api.ts';

const clipsAroundQuery = (tribeId: number, postId: string) =>
  queryOptions({
    queryKey: queryKeys.post.clipsAround(tribeId, postId),
    queryFn: ({ signal }) =>
      http.get('/tribes/{tribeId}/posts/{postId}/neighbours', {
        path: { tribeId, postId },
        query: { kind: 'reel' },
        signal,
      }),
  });

export interface ClipSteps {
  /** Null at the ends, undefined while unknown. */
  newer: Post | null | undefined;
  older: Post | null | undefined;
  go: (to: 'newer' | 'older') => void;
}

/**
 * The clips before and after one. A step asks for them again, so that it passes over one that was deleted meanwhile, and
 * replaces the address: Back leaves the viewer at once.
 */
export function useClipSteps(tribeId: number, postId: string, onGesture: () => void): ClipSteps {
  const client = useQueryClient();
  const navigate = useNavigate();
  const around = useQuery(clipsAroundQuery(tribeId, postId));
  const isBusy = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  async function step(to: 'newer' | 'older'): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const { [to]: post } = await client.fetchQuery({ ...clipsAroundQuery(tribeId, postId), staleTime: 0 });
      if (!post || isLeft.current) return;
      client.setQueryData(postQuery(tribeId, post.id).queryKey, post);
      void navigate(paths.clip(post.id, tribeId), { replace: true });
    } catch (error) {
      // The clip itself was deleted: its own query shows that.
      if (isNotFound(error)) void client.invalidateQueries({ queryKey: postQuery(tribeId, postId).queryKey });
      else if (!isLeft.current) toastFailure(error);
    } finally {
      isBusy.current = false;
    }
  }

  return {
    newer: around.data?.newer,
    older: around.data?.older,
    go(to) {
      onGesture();
      void step(to);
    },
  };
}
