import { imageMaxMb, videoMaxMb } from '@limits/community';
import { imageTypes, videoTypes } from '@limits/media';
import { Trash2 } from 'lucide-react';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { ProgressList } from '../../ui/files/progress-list.tsx';
import { toast } from '../../ui/toast.tsx';
import { type LandingItem, useDeleteLandingFile } from './api.ts';
import type { SlideUploads } from './use-slide-uploads.ts';

const rules = { types: [...imageTypes, ...Object.keys(videoTypes)], maxMb: videoMaxMb, maxCount: 1 };

interface SlideFileProps {
  item: LandingItem;
  /** Visitors see the file: it is deleted on the next save. */
  isSaved: boolean;
  uploads: SlideUploads;
  onChange: (more: Partial<LandingItem>) => void;
}

/** The picture or the video of a slide: uploaded at once, shown to visitors after the next save. */
export function SlideFile({ item, isSaved, uploads, onChange }: SlideFileProps) {
  const { t } = useTexts('landing');
  const format = useFormat();
  const upload = uploads.of(item.id);
  if (item.mediaUrl) return <StoredFile item={item} isSaved={isSaved} onChange={onChange} />;
  return (
    <div className="grid grid-cols-1 gap-3">
      {upload ? (
        <ProgressList label={t('landing.upload')} items={[upload]} onCancel={uploads.end} onDismiss={uploads.end} />
      ) : (
        <FileDrop
          label={t('landing.upload')}
          rules={rules}
          onFiles={([file]) => file && uploads.begin(item.id, file)}
        />
      )}
      <p className="text-caption text-fg-faint">{t('landing.uploadHint', { max: format.number(imageMaxMb) })}</p>
    </div>
  );
}

function StoredFile({ item, isSaved, onChange }: Omit<SlideFileProps, 'uploads'>) {
  const { t } = useTexts('landing');
  const remove = useDeleteLandingFile();
  const clear = () => onChange({ mediaUrl: '', media: null, type: 'image' });
  function fail(error: Error): void {
    // Deleted already, because it was not saved within a day; or shown by the saved page, whose next save deletes it.
    if (error instanceof ApiError && [404, 409].includes(error.status)) clear();
    else toast(() => messageOf(error, t('landing.deleteFailed')), { tone: 'bad' });
  }
  return (
    <div className="grid gap-3">
      <div data-gradient={item.gradient} className="relative aspect-4/3 overflow-hidden rounded-md">
        {item.type === 'video' ? (
          <video src={item.mediaUrl} muted controls playsInline preload="metadata" className="size-full object-cover" />
        ) : (
          <img src={item.media?.variants?.medium ?? item.mediaUrl} alt="" className="size-full object-cover" />
        )}
      </div>
      <Button
        icon={<Trash2 />}
        loading={remove.isPending}
        onClick={() => (isSaved ? clear() : remove.mutate(item.mediaUrl, { onSuccess: clear, onError: fail }))}
      >
        {t('landing.removeFile')}
      </Button>
    </div>
  );
}
