import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../lib/http.ts';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { ProgressBar } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Tribe, useChangeBanner } from '../api.ts';
import { BannerField } from '../banner-field.tsx';

/** The cover of a tribe: uploaded as soon as it is chosen; can be removed. */
export function CoverSection({ tribe }: { tribe: Tribe }) {
  const { t } = useTexts('members', 'tribe-settings');
  const upload = useUpload(tribe.id);
  const { file, isRunning } = upload;
  return (
    <Card as="section" aria-labelledby="tribe-cover" className="grid grid-cols-1 gap-4 p-4 sm:p-6">
      <div className="grid gap-1">
        <h2 id="tribe-cover" className="font-bold text-title">
          {t('tribeSettings.cover')}
        </h2>
        <p className="text-pretty text-fg-muted text-small">{t('tribeSettings.coverText')}</p>
      </div>
      <BannerField file={file} url={tribe.imageUrl} onPick={upload.pick} onRefused={upload.forgetFailed} />
      {isRunning && <ProgressBar value={upload.share} label={t('tribeSettings.coverUploading')} />}
      <FormError>{upload.error && messageOf(upload.error, t('tribeSettings.coverFailed'))}</FormError>
      <div className="flex flex-wrap gap-3 empty:hidden">
        {isRunning && (
          <Button size="sm" onClick={() => upload.pick(null)}>
            {t('ui.cancel')}
          </Button>
        )}
        {file && upload.error && (
          <Button size="sm" onClick={() => upload.pick(file)}>
            {t('ui.retry')}
          </Button>
        )}
        {!file && tribe.imageUrl && <RemoveCover tribeId={tribe.id} />}
      </div>
    </Card>
  );
}

const isStopped = (error: unknown): boolean => error instanceof DOMException;

/** Uploads the chosen picture, one at a time; choosing another, or removing it, cancels the running upload. */
function useUpload(tribeId: number) {
  const { t } = useTexts('members', 'tribe-settings');
  const change = useChangeBanner(tribeId);
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const abort = useRef<AbortController>(null);

  function pick(image: File | null): void {
    abort.current?.abort();
    setFile(image);
    setShare(0);
    if (!image) {
      change.reset();
      return;
    }
    const controller = new AbortController();
    abort.current = controller;
    change.mutate(
      { image, onProgress: setShare, signal: controller.signal },
      {
        onSuccess: () => toast(() => t('tribeSettings.coverSaved'), { tone: 'good' }),
        onScreen: { onSuccess: () => setFile(null) },
        offScreen: {
          onError: (error) => {
            if (!isStopped(error)) toast(() => messageOf(error, t('tribeSettings.coverFailed')), { tone: 'bad' });
          },
        },
      },
    );
  }
  const error = isStopped(change.error) ? null : change.error;
  return {
    file,
    share,
    isRunning: file !== null && change.isPending,
    error,
    pick,
    forgetFailed: () => error && pick(null),
  };
}

function RemoveCover({ tribeId }: { tribeId: number }) {
  const { t } = useTexts('members', 'tribe-settings');
  const [isConfirming, setConfirming] = useState(false);
  const change = useChangeBanner(tribeId);
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => setConfirming(true)}>
        {t('tribeSettings.coverRemove')}
      </Button>
      <Confirm
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('tribeSettings.coverRemoveTitle')}
        text={t('tribeSettings.coverRemoveText')}
        confirm={t('tribeSettings.coverRemove')}
        busy={change.isPending}
        onConfirm={() =>
          change.mutate(null, {
            onSuccess: () => toast(() => t('tribeSettings.coverRemoved'), { tone: 'good' }),
            onError: (error) => toast(() => messageOf(error, t('tribeSettings.coverFailed')), { tone: 'bad' }),
            onScreen: { onError: () => setConfirming(false) },
          })
        }
      />
    </>
  );
}
