import { paths } from '../../lib/paths.ts';
import type { Post } from './api.ts';

/** The path of the page of a post: of a clip its viewer. */
export const postPath = ({ kind, id, tribeId }: Pick<Post, 'kind' | 'id' | 'tribeId'>): string =>
  kind === 'reel' ? paths.clip(id, tribeId) : paths.post(id, tribeId);

/** The address of a post to share. */
export const addressOf = (post: Parameters<typeof postPath>[0]): string =>
  new URL(postPath(post), window.location.origin).href;
