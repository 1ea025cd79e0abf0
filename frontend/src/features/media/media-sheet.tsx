import { mediaCaptionMax } from '@limits/content';
import { ImagePlus, RotateCw, X } from 'lucide-react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { usePreview } from '../../lib/use-preview.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Input } from '../../ui/input.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { lineLength } from '../../ui/text-length.ts';
import { type ChosenMedia, type MediaUploads, mediaRules, type Sending } from './use-media-uploads.ts';

/** The sheet for choosing pictures, adding captions and sending. Closing it cancels nothing. */
export function MediaSheet({ open, uploads, onClose }: { open: boolean; uploads: MediaUploads; onClose: () => void }) {
  const { t } = useTexts('media');
  const format = useFormat();
  const { list, busy } = uploads;
  const isTooLong = list.some(({ caption }) => lineLength(caption) > mediaCaptionMax);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('media.sheet')}
      footer={
        list.length > 0 && (
          <Button variant="primary" wide disabled={isTooLong} loading={busy} onClick={uploads.sendAll}>
            {t('media.upload', { count: list.length, shown: format.number(list.length) })}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-4 pb-2">
        {list.length > 0 && (
          <ul aria-label={t('media.chosen')} className="grid grid-cols-1 gap-4">
            {list.map((item) => (
              <Chosen key={item.id} item={item} sending={uploads.sendingOf(item.id)} uploads={uploads} />
            ))}
          </ul>
        )}
        <FileDrop
          label={t('media.pick')}
          rules={mediaRules}
          count={list.length}
          icon={<ImagePlus />}
          onFiles={uploads.add}
        />
        <NewAccountNote about="uploads" />
      </div>
    </Sheet>
  );
}

interface ChosenProps {
  item: ChosenMedia;
  sending: Sending | undefined;
  uploads: MediaUploads;
}

function Chosen({ item: { id, file, caption }, item, sending, uploads }: ChosenProps) {
  const { t } = useTexts('media');
  const preview = usePreview(file);
  const { name } = file;
  const uploading = sending?.state === 'waiting' || sending?.state === 'running';
  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5">
      <div className="size-16 overflow-hidden rounded-sm bg-hover">
        {preview && <img src={preview} alt={name} className="size-full object-cover" />}
      </div>
      <Input
        label={t('media.caption', { name })}
        labelHidden
        placeholder={t('media.captionHint')}
        limit={mediaCaptionMax}
        value={caption}
        readOnly={uploading}
        onChange={({ target }) => uploads.setCaption(id, target.value)}
      />
      <div className="flex">
        {sending?.state === 'failed' && (
          <IconButton
            label={t('media.retry', { name })}
            tip="none"
            icon={<RotateCw />}
            onClick={() => uploads.retry(item)}
          />
        )}
        <IconButton
          label={t(uploading ? 'media.cancel' : 'media.remove', { name })}
          tip="none"
          icon={<X />}
          onClick={() => (uploading ? uploads.cancel(id) : uploads.remove(id))}
        />
      </div>
      <Progress name={name} sending={sending} />
    </li>
  );
}

/** The upload's progress, or why it failed; its end is announced by a toast. */
function Progress({ name, sending }: { name: string; sending: Sending | undefined }) {
  const { t } = useTexts('media');
  const format = useFormat();
  if (!sending) return null;
  const { state, share = 0, problem } = sending;
  if (state === 'failed')
    return (
      <p role="alert" className="col-span-full text-danger text-small">
        {problem?.()}
      </p>
    );
  return (
    <div className="col-span-full flex items-center gap-3 text-caption text-fg-muted">
      {state === 'running' && <ProgressBar label={t('media.sending', { name })} value={share} className="grow" />}
      <span className="tabular">{state === 'running' ? format.percent(share) : t('media.waiting')}</span>
    </div>
  );
}
