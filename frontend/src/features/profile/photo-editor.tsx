import { imageMaxMb } from '@limits/community';
import { photosMax } from '@limits/identity';
import { imageTypes } from '@limits/media';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { useIsMounted } from '../../lib/mutation.ts';
import type { SessionUser } from '../../lib/session.ts';
import { useConfirmBeforeUnload } from '../../lib/use-confirm-before-unload.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { DragList } from '../../ui/drag-list/drag-list.tsx';
import { FileDrop } from '../../ui/files/file-drop.tsx';
import { type ProgressItem, ProgressList } from '../../ui/files/progress-list.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Pill } from '../../ui/pill.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Photo } from './api.ts';
import { usePhotos } from './edit-api.ts';

const rules = { types: imageTypes, maxMb: imageMaxMb, maxCount: photosMax };
/** Time during which a photo counts as new (part 1, section 9). */
const FRESH_MS = 10_000;

/** The viewer's photos, up to six: uploaded with progress, reordered, deleted. Each change is saved at once. */
export function PhotoEditor({ me: { photos } }: { me: SessionUser }) {
  const { t } = useTexts('profile');
  const { order } = usePhotos();
  const uploads = useUploads();
  useConfirmBeforeUnload(uploads.running > 0);
  const fresh = useFresh(photos.map(({ id }) => id));
  const [confirming, setConfirming] = useState<string | null>(null);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-fg-faint text-small">{t('profile.gallery.hint', { max: photosMax })}</p>
      {photos.length > 0 && (
        <DragList
          label={t('profile.gallery.list')}
          layout="grid"
          items={photos}
          itemId={({ id }) => id}
          itemName={({ position }) => t('profile.photo', { number: position })}
          onReorder={(ids) =>
            order.mutate(ids, {
              onError: (error) => toast(() => messageOf(error, t('profile.gallery.orderFailed')), { tone: 'bad' }),
            })
          }
        >
          {(photo) => (
            <PhotoTile photo={photo} isFresh={fresh.has(photo.id)} onDelete={() => setConfirming(photo.id)} />
          )}
        </DragList>
      )}
      <ProgressList
        label={t('profile.gallery.add')}
        items={uploads.items}
        onCancel={uploads.cancel}
        onDismiss={uploads.dismiss}
      />
      <FileDrop
        label={t('profile.gallery.add')}
        rules={rules}
        count={photos.length + uploads.running}
        onFiles={uploads.add}
      />
      <DeletePhoto id={confirming} onClose={() => setConfirming(null)} />
    </div>
  );
}

function PhotoTile({ photo, isFresh, onDelete }: { photo: Photo; isFresh: boolean; onDelete: () => void }) {
  const { t } = useTexts('profile');
  const { position, variants, lqip } = photo;
  return (
    <div className="relative">
      <Picture
        src={variants.square}
        alt={t('profile.photo', { number: position })}
        lqip={lqip}
        ratio={1}
        className="rounded-md"
      />
      {isFresh && (
        <Pill tone="ember" className="absolute top-1 left-1">
          {t('profile.gallery.fresh')}
        </Pill>
      )}
      <span data-theme="dark" className="absolute right-1 bottom-1">
        <IconButton
          size="sm"
          tip="none"
          label={t('profile.gallery.delete', { number: position })}
          icon={<Trash2 />}
          className="bg-scrim text-fg"
          onClick={onDelete}
        />
      </span>
    </div>
  );
}

function DeletePhoto({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { t } = useTexts('profile');
  const { remove } = usePhotos();
  return (
    <Confirm
      open={id !== null}
      onClose={onClose}
      title={t('profile.gallery.deleteTitle')}
      text={t('profile.gallery.deleteText')}
      confirm={t('profile.gallery.deleteConfirm')}
      busy={remove.isPending}
      onConfirm={() =>
        id &&
        remove.mutate(id, {
          onError: (error) => toast(() => messageOf(error, t('profile.gallery.deleteFailed')), { tone: 'bad' }),
          onScreen: { onSuccess: onClose },
        })
      }
    />
  );
}

/** The photo uploads, one after another. */
function useUploads() {
  const { t } = useTexts('profile');
  const { upload } = usePhotos();
  const [items, setItems] = useState<readonly ProgressItem[]>([]);
  const ends = useRef(new Map<string, AbortController>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isMounted = useIsMounted();
  const patch = (id: string, change: Partial<ProgressItem>) =>
    setItems((before) => before.map((item) => (item.id === id ? { ...item, ...change } : item)));
  const dismiss = (id: string) => setItems((before) => before.filter((item) => item.id !== id));

  async function send(id: string, file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return dismiss(id);
    patch(id, { state: 'running', share: 0 });
    try {
      await upload.mutateAsync({ file, signal, onProgress: (share) => patch(id, { share }) });
      dismiss(id);
    } catch (error) {
      if (signal.aborted) return dismiss(id);
      const problem = () => messageOf(error, t('profile.gallery.uploadFailed'));
      if (isMounted()) patch(id, { state: 'failed', problem });
      else toast(problem, { tone: 'bad' });
    }
  }

  function add(files: File[]): void {
    for (const file of files) {
      const id = newId();
      const end = new AbortController();
      ends.current.set(id, end);
      setItems((before) => [...before, { id, name: file.name, state: 'waiting' }]);
      last.current = last.current.then(() => send(id, file, end.signal));
    }
  }

  function cancel(id: string): void {
    ends.current.get(id)?.abort();
    setItems((before) => before.filter((item) => item.id !== id || item.state !== 'waiting'));
  }

  const running = items.filter(({ state }) => state !== 'failed').length;
  return { items, running, add, dismiss, cancel };
}

/** The photos added since the first rendering, each for ten seconds. */
function useFresh(ids: readonly string[]): ReadonlySet<string> {
  const known = useRef(new Set(ids));
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const key = ids.join();
  useEffect(() => {
    const added = key.split(',').filter((id) => id && !known.current.has(id));
    if (added.length === 0) return;
    for (const id of added) known.current.add(id);
    setFresh((before) => new Set([...before, ...added]));
    setTimeout(() => setFresh((before) => new Set([...before].filter((id) => !added.includes(id)))), FRESH_MS);
  }, [key]);
  return fresh;
}
