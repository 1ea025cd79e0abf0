import { useMatch, useNavigate } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { postPath } from '../../lib/post-path.ts';
import type { Post } from './api.ts';

/** Returns a function that opens a clip in its viewer; undefined for other posts, and in the viewer itself. */
export function useOpenClip(post: Post): (() => void) | undefined {
  const navigate = useNavigate();
  const isInViewer = useMatch(paths.clipPattern) !== null;
  if (post.kind !== 'reel' || isInViewer) return undefined;
  return () => void navigate(postPath(post));
}
