import { Film } from 'lucide-react';
import { useRef } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { DropButton } from '../../ui/files/drop-button.tsx';
import { RefusedFiles } from '../../ui/files/file-drop.tsx';
import { FileInput } from '../../ui/files/file-input.tsx';
import { type ProgressItem, ProgressList } from '../../ui/files/progress-list.tsx';
import { fieldOf } from './reveal-field.ts';
import { type ChosenVideo, isFault, type Videos } from './use-videos.ts';
import { VideoThumb } from './video-thumb.tsx';

export interface Tile {
  /** Files are dragged over the panel. */
  over: boolean;
  /** A square in the grid of pictures. */
  shape: 'tile' | 'square';
}

interface AddVideosProps extends Tile {
  videos: Videos;
  onChosen?: () => void;
}

/** The choice of videos. */
export function AddVideos({ videos: { list, rules, take }, onChosen, ...tile }: AddVideosProps) {
  const { t } = useTexts('video');
  const input = useRef<HTMLInputElement>(null);
  const label = t(rules.maxCount === 1 ? 'video.addOne' : 'video.add');
  return (
    <>
      <DropButton
        {...tile}
        data-add-tile
        icon={<Film />}
        label={label}
        rules={rules}
        count={list.length}
        onClick={() => input.current?.click()}
      />
      <FileInput
        ref={input}
        label={label}
        types={rules.types}
        multiple={rules.maxCount > 1}
        onFiles={(files) => {
          take(files);
          onChosen?.();
        }}
      />
    </>
  );
}

/** The chosen videos, and why others were refused; `upright`: with the large picture of a clip. */
export const VideoList = ({ videos, upright = false }: { videos: Videos; upright?: boolean }) => (
  <>
    {upright &&
      videos.list.map(
        ({ id, file, inspection }) => !isFault(inspection) && <VideoThumb key={id} file={file} shape="upright" />,
      )}
    <UploadList videos={videos} hasThumbs={!upright} />
    <RefusedFiles refused={videos.refused} rules={videos.rules} />
  </>
);

/** The uploads with their progress; each can be cancelled, retried and removed. */
function UploadList({ videos: { list, remove, retry }, hasThumbs = true }: { videos: Videos; hasThumbs?: boolean }) {
  const { t } = useTexts('video');
  const format = useFormat();
  const problemOf = ({ inspection, problem }: ChosenVideo): string => {
    if (inspection === 'unreadable' || inspection === 'soundOnly') return t(`video.${inspection}`);
    return problem ?? t('video.uploadFailed');
  };
  const items = list.map((video): ProgressItem => {
    const { id, file, state, share } = video;
    const thumb = hasThumbs && { thumb: <VideoThumb file={file} shape="square" /> };
    const item = { id, name: file.name, state, share, ...thumb };
    return state === 'failed'
      ? { ...item, problem: () => problemOf(video) }
      : { ...item, about: format.bytes(file.size) };
  });
  const isPaused = list.some(({ state, inspection }) => state === 'waiting' && inspection !== null);
  if (list.length === 0) return null;
  return (
    <div {...fieldOf('upload')} className="grid grid-cols-1 gap-2">
      <ProgressList label={t('video.chosen')} items={items} onCancel={remove} onRetry={retry} onDismiss={remove} />
      <p role="status" className="text-caption text-fg-muted empty:hidden">
        {isPaused && t('video.paused')}
      </p>
      {list.map(
        ({ id, file, state, inspection }) =>
          inspection === 'unplayable' &&
          state !== 'failed' && (
            <p key={id} className="text-caption text-fg-muted">
              {t('video.unplayable', { name: file.name })}
            </p>
          ),
      )}
    </div>
  );
}

/** The uploads of a post before it is published, while any is not complete. */
export function UnfinishedUploads({ videos }: { videos: Videos }) {
  return videos.list.some(({ state }) => state !== 'done') && <UploadList videos={videos} />;
}
