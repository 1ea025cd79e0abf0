import type { Schema } from './contract.ts';
import { paths } from './paths.ts';

/** The path of the page of a post: of a clip its viewer. */
export const postPath = ({ kind, id, tribeId }: Pick<Schema<'Post'>, 'kind' | 'id' | 'tribeId'>): string =>
  kind === 'reel' ? paths.clip(id, tribeId) : paths.post(id, tribeId);

/** The address of a post to share. */
export const addressOf = (post: Parameters<typeof postPath>[0]): string =>
  new URL(postPath(post), window.location.origin).href;
