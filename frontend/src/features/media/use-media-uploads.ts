import { imageMaxMb } from '@limits/community';
import { imageTypes } from '@limits/media';
import { useRef, useState } from 'react';
import { useTabDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../ui/toast.tsx';
import { useSendMedia } from './api.ts';

/** A picture that was chosen and is not stored for the tribe yet. */
export interface ChosenMedia {
  id: string;
  file: File;
  caption: string;
  /** The idempotency key: a new one as soon as the caption changes. */
  key: string;
}

/** The upload state of a chosen picture; absent before it is sent. */
export interface Sending {
  state: 'waiting' | 'running' | 'failed';
  /** 0..1; while it is running. */
  share?: number;
  /** The error message of a failed upload. */
  problem?: () => string;
}

export const mediaRules = { types: imageTypes, maxMb: imageMaxMb, maxCount: 20 };
const none: readonly ChosenMedia[] = [];

export type MediaUploads = ReturnType<typeof useMediaUploads>;

/**
 * Pictures for a tribe: chosen, given captions, sent one after another. Unsent pictures, failed or cancelled, stay with
 * their captions while the tab is open.
 */
export function useMediaUploads(tribeId: number, onAllSent: () => void) {
  const { t } = useTexts('media');
  const format = useFormat();
  const [list, change] = useTabDraft(`media:${tribeId}`, none);
  const under = useRunningUploads();
  const sendMedia = useSendMedia(tribeId);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const patch = (id: string, by: Partial<ChosenMedia>) =>
    change((before) => before.map((item) => (item.id === id ? { ...item, ...by } : item)));
  const remove = (id: string) => change((before) => before.filter((item) => item.id !== id));

  async function sendOne({ id, ...upload }: ChosenMedia, { signal }: AbortController): Promise<boolean> {
    if (signal.aborted) return false;
    under.set(id, { state: 'running', share: 0 });
    try {
      await sendMedia({ ...upload, signal, onProgress: (share) => under.set(id, { state: 'running', share }) });
      remove(id);
      under.end(id);
      return true;
    } catch (error) {
      if (signal.aborted) under.end(id);
      else under.set(id, { state: 'failed', problem: () => messageOf(error, t('media.uploadFailed')) });
      return false;
    }
  }

  async function send(items: readonly ChosenMedia[]): Promise<void> {
    const turns = items.map((item) => {
      const end = under.begin(item.id);
      const turn = last.current.then(() => sendOne(item, end));
      last.current = turn;
      return turn;
    });
    const sent = (await Promise.all(turns)).filter(Boolean).length;
    if (sent > 0) toast(() => t('media.uploaded', { count: sent, shown: format.number(sent) }), { tone: 'good' });
    if (sent === items.length) onAllSent();
  }

  return {
    list,
    sendingOf: under.of,
    busy: list.some(({ id }) => under.isUploading(id)),
    add: (files: readonly File[]) =>
      change((before) => [...before, ...files.map((file) => ({ id: newId(), file, caption: '', key: newId() }))]),
    setCaption: (id: string, caption: string) => patch(id, { caption, key: newId() }),
    remove,
    cancel: under.cancel,
    retry: (item: ChosenMedia) => void send([item]),
    sendAll: () => void send(list.filter(({ id }) => !under.isUploading(id))),
  };
}

/** The running uploads and their progress. */
function useRunningUploads() {
  const [states, setStates] = useState<ReadonlyMap<string, Sending>>(new Map());
  const ends = useRef(new Map<string, AbortController>());
  const set = (id: string, sending: Sending) => setStates((before) => new Map(before).set(id, sending));
  const end = (id: string) => setStates((before) => new Map([...before].filter(([other]) => other !== id)));
  const of = (id: string): Sending | undefined => states.get(id);
  return {
    of,
    set,
    end,
    isUploading: (id: string) => ['waiting', 'running'].includes(of(id)?.state ?? ''),
    begin(id: string): AbortController {
      const controller = new AbortController();
      ends.current.set(id, controller);
      set(id, { state: 'waiting' });
      return controller;
    },
    /** Cancels an upload and keeps its file selected. */
    cancel(id: string): void {
      ends.current.get(id)?.abort();
      end(id);
    },
  };
}
