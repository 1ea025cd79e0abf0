import { ImagePlus } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../lib/contract.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useConfirmBeforeUnload } from '../../lib/use-confirm-before-unload.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RefusedFiles } from '../../ui/files/file-drop.tsx';
import { useFileChoice } from '../../ui/files/use-file-choice.ts';
import { usePastedFiles } from '../../ui/files/use-pasted-files.ts';
import { useMedia } from './api.ts';
import { MediaGrid, MediaSkeleton } from './media-grid.tsx';
import { MediaSheet } from './media-sheet.tsx';
import { mediaRules, useMediaUploads } from './use-media-uploads.ts';

/** `/tools/tribes/{id}/media`: the pictures that members uploaded for their tribe. */
export function MediaPart({ tribe: { id: tribeId } }: { tribe: Schema<'Tribe'> }) {
  const { t } = useTexts('media');
  const media = useMedia(tribeId);
  const { query, items, canUpload } = media;
  const adding = useAdding(tribeId, canUpload);
  const { choice } = adding;
  const button = (
    <Button variant="primary" icon={<ImagePlus />} onClick={adding.show}>
      {t('media.add')}
    </Button>
  );
  return (
    <section
      aria-labelledby="media"
      {...(canUpload && choice.targetProps)}
      className={cx(
        'grid min-h-80 w-full grid-cols-1 content-start gap-4 rounded-lg outline-2 outline-offset-8 outline-transparent outline-dashed',
        choice.over && 'outline-ember',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="media" className="font-bold text-title">
          {choice.over ? t('media.dropHere') : t('media.title')}
        </h2>
        {canUpload && items.length > 0 && button}
      </div>
      <RefusedFiles refused={choice.refused} rules={mediaRules} />
      {!adding.open && <RunningUploads count={adding.uploads.list.length} onSee={adding.show} />}
      {query.isPending && <MediaSkeleton />}
      {query.isError && items.length === 0 && (
        <ErrorState error={query.error} fallback={t('media.loadFailed')} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && items.length === 0 && (
        <EmptyState
          icon={<ImagePlus />}
          title={t('media.empty')}
          text={t(canUpload ? 'media.emptyText' : 'media.emptyReadOnly')}
          action={canUpload && button}
        />
      )}
      {items.length > 0 && <MediaGrid tribeId={tribeId} media={media} />}
      <MediaSheet open={adding.open} uploads={adding.uploads} onClose={adding.hide} />
    </section>
  );
}

/** The chosen and running uploads while the sheet is closed. */
function RunningUploads({ count, onSee }: { count: number; onSee: () => void }) {
  const { t } = useTexts('media');
  const format = useFormat();
  if (count === 0) return null;
  return (
    <div className="flex items-center justify-between gap-3 rounded-md bg-sunken py-1.5 pr-1.5 pl-4 text-small">
      <span>{t('media.underWay', { count, shown: format.number(count) })}</span>
      <Button variant="ghost" size="sm" onClick={onSee}>
        {t('media.see')}
      </Button>
    </div>
  );
}

/** Pictures are added in the sheet, and on a desktop also by dropping or pasting anywhere in this part. */
function useAdding(tribeId: number, canUpload: boolean) {
  const [open, setOpen] = useState(false);
  const uploads = useMediaUploads(tribeId, () => setOpen(false));
  const choice = useFileChoice(mediaRules, uploads.list.length, (files) => {
    uploads.add(files);
    setOpen(true);
  });
  usePastedFiles(canUpload && !open, choice.take);
  useConfirmBeforeUnload(uploads.list.length > 0);
  const { onPaste: _onPaste, ...targetProps } = choice.targetProps;
  return {
    open,
    uploads,
    choice: { ...choice, targetProps },
    show: () => {
      choice.forgetRefused();
      setOpen(true);
    },
    hide: () => setOpen(false),
  };
}
