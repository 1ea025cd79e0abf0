import { videoMaxMb } from '@limits/community';
import { imageTypes, videoTypes } from '@limits/media';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { type ProgressItem, ProgressList } from '../../ui/files/progress-list.tsx';
import { toast } from '../../ui/toast.tsx';
import { type LandingItem, useDeleteLandingFile, useUploadLandingFile } from './api.ts';

const rules = { types: [...imageTypes, ...Object.keys(videoTypes)], maxMb: videoMaxMb, maxCount: 1 };

interface SlideFileProps {
  item: LandingItem;
  /** Visitors see the file: it is deleted on the next save. */
  isSaved: boolean;
  onChange: (more: Partial<LandingItem>) => void;
}

/** The picture or the video of a slide: uploaded at once, shown to visitors after the next save. */
export function SlideFile({ item, isSaved, onChange }: SlideFileProps) {
  const { t } = useTexts('landing');
  const [upload, end] = useUpload(onChange);
  const remove = useDeleteLandingFile();
  const clear = () => onChange({ mediaUrl: '', media: null, type: 'image' });
  function removeFile(): void {
    if (isSaved) clear();
    else
      remove.mutate(item.mediaUrl, {
        onSuccess: clear,
        onError: (error) => {
          // Deleted already, or deleted by the next save.
          if (error instanceof ApiError && [404, 409].includes(error.status)) clear();
          else toast(messageOf(error, t('landing.deleteFailed')), { tone: 'bad' });
        },
      });
  }
  if (item.mediaUrl)
    return (
      <div className="grid gap-3">
        <div data-gradient={item.gradient} className="relative aspect-4/3 overflow-hidden rounded-md">
          {item.type === 'video' ? (
            <video
              src={item.mediaUrl}
              muted
              controls
              playsInline
              preload="metadata"
              className="size-full object-cover"
            />
          ) : (
            <img src={item.media?.variants?.medium ?? item.mediaUrl} alt="" className="size-full object-cover" />
          )}
        </div>
        <Button icon={<Trash2 />} loading={remove.isPending} onClick={removeFile}>
          {t('landing.removeFile')}
        </Button>
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-3">
      {upload.item ? (
        <ProgressList label={t('landing.upload')} items={[upload.item]} onCancel={end} onDismiss={end} />
      ) : (
        <FileDrop label={t('landing.upload')} rules={rules} onFiles={upload.begin} />
      )}
      <p className="text-caption text-fg-faint">{t('landing.uploadHint')}</p>
    </div>
  );
}

/** One upload; `end` cancels it, or removes a failed one. */
function useUpload(onChange: SlideFileProps['onChange']) {
  const { t } = useTexts('landing');
  const { mutateAsync } = useUploadLandingFile();
  const [item, setItem] = useState<ProgressItem | null>(null);
  const ending = useRef<AbortController | null>(null);
  // Closing the sheet cancels the upload.
  useEffect(() => () => ending.current?.abort(), []);
  const patch = (more: Partial<ProgressItem>) => setItem((before) => before && { ...before, ...more });

  async function begin([file]: File[]): Promise<void> {
    if (!file) return;
    const end = new AbortController();
    ending.current = end;
    setItem({ id: newId(), name: file.name, state: 'running', share: 0 });
    try {
      const stored = await mutateAsync({ file, signal: end.signal, onProgress: (share) => patch({ share }) });
      onChange({ mediaUrl: stored.url, media: stored.media, type: stored.type });
      setItem(null);
    } catch (error) {
      if (end.signal.aborted) setItem(null);
      else patch({ state: 'failed', problem: messageOf(error, t('landing.uploadFailed')) });
    }
  }

  function end(): void {
    ending.current?.abort();
    setItem(null);
  }

  return [{ item, begin: (files: File[]) => void begin(files) }, end] as const;
}
