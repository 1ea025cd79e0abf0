import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import type { Videos } from './use-videos.ts';

/** Takes the videos among chosen files, of a clip all files; returns the others. */
export function takeVideos(files: readonly File[], videos: Videos, isClip: boolean): readonly File[] {
  const own = files.filter(({ type }) => isClip || type.startsWith('video/'));
  // Called without videos, too: it removes the reasons for those refused before.
  videos.take(own);
  return files.filter((file) => !own.includes(file));
}

/** The numbers of videos for the rules of a step; `expected` are those of an earlier visit that are being read. */
export function countVideos({ list }: Videos, expected: number): { videos: number; failedVideos: number } {
  const failed = list.filter(({ state }) => state === 'failed').length;
  return { videos: Math.max(list.length, expected) - failed, failedVideos: failed };
}

/** The videos of a post as it is sent: it waits for their uploads. */
export const videosToSend = ({ list, whenUploaded }: Videos) =>
  list.length > 0 ? { videos: whenUploaded, videoIds: list.map(({ id }) => id) } : {};

/** The progress of the videos that a post waits for. */
export function WaitingForVideos({ videos: { list } }: { videos: Videos }) {
  const { t } = useTexts('video');
  if (list.every(({ state }) => state === 'done')) return null;
  const total = list.reduce((sum, { file }) => sum + file.size, 0);
  const sent = list.reduce((sum, { file, share }) => sum + file.size * share, 0);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="text-fg-muted text-small">{t('video.publishesAfter')}</p>
      <ProgressBar value={sent / total} label={t('video.publishesAfter')} />
    </div>
  );
}

/** The errors for which it was done. */
const handled = new WeakSet<Error>();

/** Begins the uploads again, once for each error, that the server has deleted, or that were published elsewhere. */
export function RestartUnusable({ error, videos }: { error: Error | null; videos: Videos }) {
  const restart = useEffectEvent(videos.restart);
  useEffect(() => {
    if (!(error instanceof ApiError) || error.code !== 'upload_unusable' || handled.has(error)) return;
    handled.add(error);
    restart();
  }, [error]);
  return null;
}
