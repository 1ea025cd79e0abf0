import { imageMaxMb } from '@limits/community';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useConfirmBeforeUnload } from '../../lib/use-confirm-before-unload.ts';
import { isLarger } from '../../ui/files/file-rules.ts';
import type { ProgressItem } from '../../ui/files/progress-list.tsx';
import { type LandingItem, useUploadLandingFile } from './api.ts';

export type SlideUploads = ReturnType<typeof useSlideUploads>;

/**
 * The uploads of slides' files, at most one for each slide. They continue while the form of their slide is closed; the
 * stored file becomes part of the slide.
 */
export function useSlideUploads(change: (slideId: string, more: Partial<LandingItem>) => void) {
  const { t } = useTexts('landing');
  const format = useFormat();
  const { mutateAsync } = useUploadLandingFile();
  const [uploads, setUploads] = useState<ReadonlyMap<string, ProgressItem>>(new Map());
  // The content may be saved during an upload: its file then changes the saved content.
  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  }, [change]);
  const controllers = useRef(new Map<string, AbortController>());
  useConfirmBeforeUnload([...uploads.values()].some(({ state }) => state === 'running'));

  const set = (upload: ProgressItem) => setUploads((before) => new Map(before).set(upload.id, upload));
  const remove = (id: string) => setUploads((before) => new Map([...before].filter(([other]) => other !== id)));

  async function send(id: string, file: File): Promise<void> {
    const upload = { id, name: file.name };
    if (isTooLarge(file)) {
      const problem = () => t('ui.files.tooLarge', { name: file.name, max: format.number(imageMaxMb) });
      return set({ ...upload, state: 'failed', problem });
    }
    const controller = new AbortController();
    const { signal } = controller;
    controllers.current.set(id, controller);
    const onProgress = (share: number) => !signal.aborted && set({ ...upload, state: 'running', share });
    onProgress(0);
    try {
      const { url, media, type } = await mutateAsync({ file, signal, onProgress });
      latestChange.current(id, { mediaUrl: url, media, type });
      remove(id);
    } catch (error) {
      if (!signal.aborted)
        set({ ...upload, state: 'failed', problem: () => messageOf(error, t('landing.uploadFailed')) });
    }
  }

  return {
    of: (id: string): ProgressItem | undefined => uploads.get(id),
    begin: (id: string, file: File) => void send(id, file),
    /** Cancels an upload, or removes the message of a failed one. */
    end(id: string): void {
      controllers.current.get(id)?.abort();
      remove(id);
    },
  };
}

/** A picture has a lower limit than a video. */
const isTooLarge = (file: File): boolean => file.type.startsWith('image/') && isLarger(file, imageMaxMb);
