import { Film } from 'lucide-react';
import { useRef } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { cx } from '../../ui/cx.ts';
import { RefusedFiles } from '../../ui/files/file-drop.tsx';
import { typeNames } from '../../ui/files/file-rules.ts';
import { type ProgressItem, ProgressList } from '../../ui/files/progress-list.tsx';
import type { ChosenVideo, Videos } from './use-videos.ts';

/** The choice of videos, and their uploads. `over`: files are dragged over the panel. */
export function VideoFields({ videos, over }: { videos: Videos; over: boolean }) {
  const { t } = useTexts('video');
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { list, rules, refused, take } = videos;
  const label = t(rules.maxCount === 1 ? 'video.addOne' : 'video.add');
  const isFull = list.length >= rules.maxCount;
  return (
    <div className="grid grid-cols-1 gap-3">
      <UploadList videos={videos} />
      <button
        type="button"
        disabled={isFull}
        onClick={() => input.current?.click()}
        className={cx(
          'pressable focus-ring grid min-h-20 w-full place-items-center content-center gap-1.5 rounded-lg border-2 border-dashed p-4 text-center',
          'disabled:cursor-not-allowed disabled:opacity-45',
          over ? 'border-ember bg-ember-soft' : 'border-field-line bg-sunken hover:border-fg-faint',
        )}
      >
        <Film aria-hidden="true" className="size-7 text-fg-faint" />
        <span className="font-display font-semibold text-small">{label}</span>
        <span className="text-balance text-caption text-fg-muted">
          {isFull
            ? t('ui.files.full', { max: format.number(rules.maxCount) })
            : t('ui.files.hint', { types: format.list(typeNames(rules.types)), max: format.number(rules.maxMb) })}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept={rules.types.join()}
        multiple={rules.maxCount > 1}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
      <RefusedFiles refused={refused} rules={rules} />
      {list.length > 0 && <NewAccountNote about="uploads" />}
    </div>
  );
}

/** The uploads with their progress; each can be cancelled, retried and removed. */
function UploadList({ videos: { list, remove, retry } }: { videos: Videos }) {
  const { t } = useTexts('video');
  const problemOf = ({ inspection, problem }: ChosenVideo): string => {
    if (inspection === 'unreadable' || inspection === 'soundOnly') return t(`video.${inspection}`);
    return problem ?? t('video.uploadFailed');
  };
  const items = list.map((video): ProgressItem => {
    const { id, file, state, share } = video;
    return { id, name: file.name, state, share, ...(state === 'failed' && { problem: problemOf(video) }) };
  });
  const isPaused = list.some(({ state, inspection }) => state === 'waiting' && inspection !== null);
  if (list.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-2">
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
