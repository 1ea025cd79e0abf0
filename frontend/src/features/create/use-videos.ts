import { videoMaxMb } from '@limits/community';
import { videosMax } from '@limits/content';
import { videoTypes } from '@limits/media';
import { useState } from 'react';
import type { DraftFile } from '../../lib/draft-files.ts';
import { useTabDraft } from '../../lib/drafts.ts';
import { ApiError } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { newId } from '../../lib/ids.ts';
import { checkFiles, type FileRules, type Refusal } from '../../ui/files/file-rules.ts';
import { draftKey } from './draft-list.ts';
import { type Inspection, inspectVideo } from './inspect-video.ts';
import { beginUpload, cancelStoredUpload, type ResumableUpload } from './resumable-upload.ts';
import { readFiles, recordingsOf } from './stored-files.ts';
import { fingerprintOf } from './upload-storage.ts';
import type { StoredState } from './use-stored-files.ts';

/** A video of a draft. It is uploaded at once. */
export interface ChosenVideo extends DraftFile {
  /** `waiting`: being checked, or paused without a connection. */
  state: 'waiting' | 'running' | 'done' | 'failed';
  share: number;
  uploadId: string | null;
  inspection: Inspection | null;
  /** Whether the camera of the app recorded it: the device has no file of it. */
  isRecorded: boolean;
  /** The server's sentence about a failure. */
  problem: string | null;
}

export type Videos = ReturnType<typeof useVideos>;

/** The videos of a draft; its recordings are stored on this device. */
export interface DraftVideos extends Videos, StoredState {}

const none: readonly ChosenVideo[] = [];
const types = Object.keys(videoTypes);

/** The list that a video belongs to: that of a draft. */
interface Owner {
  draftName: string;
  change: (by: (before: readonly ChosenVideo[]) => readonly ChosenVideo[]) => void;
}

/** The upload of a video. */
interface Task {
  owner: Owner;
  file: File;
  /** Null while the file is checked. */
  upload: ResumableUpload | null;
  isRunning: boolean;
  /** Resolves to the id of the complete upload. */
  result: Promise<string>;
  complete: (uploadId: string) => void;
  fail: () => void;
}

/** The tasks of this tab, by the ids of their videos: they continue while the create flow is closed. */
const tasks = new Map<string, Task>();

function addTask({ id, file }: DraftFile, owner: Owner): Task {
  let [complete, reject] = [(_uploadId: string) => {}, () => {}];
  const result = new Promise<string>((onComplete, onFailed) => {
    [complete, reject] = [onComplete, onFailed];
  });
  // Only a post that is being published waits for it.
  result.catch(() => undefined);
  const task = { owner, file, upload: null, isRunning: true, result, complete, fail: reject };
  tasks.set(id, task);
  askBeforeUnload();
  return task;
}

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Leaving the page interrupts running uploads: the browser asks. */
function askBeforeUnload(): void {
  const isAny = [...tasks.values()].some(({ isRunning }) => isRunning);
  if (isAny) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
}

function patchVideo({ change }: Owner, id: string, by: Partial<ChosenVideo>): void {
  change((before) => before.map((video) => (video.id === id ? { ...video, ...by } : video)));
  const task = tasks.get(id);
  if (task && by.state) task.isRunning = by.state === 'running' || by.state === 'waiting';
  askBeforeUnload();
}

/** Checks a video and uploads it, from the last byte of an earlier upload of this file. */
async function beginVideo(owner: Owner, { id, file }: DraftFile): Promise<void> {
  const task = addTask({ id, file }, owner);
  const patch = (by: Partial<ChosenVideo>) => tasks.get(id) === task && patchVideo(owner, id, by);
  const fail = (problem: string | null) => {
    patch({ state: 'failed', problem });
    task.fail();
  };
  const inspection = await inspectVideo(file);
  if (tasks.get(id) !== task) return;
  patch({ inspection });
  if (isFault(inspection)) return fail(null);
  task.upload = beginUpload(file, {
    onProgress: (share) => patch({ state: 'running', share }),
    onPaused: () => patch({ state: 'waiting' }),
    onDone(uploadId) {
      patch({ state: 'done', share: 1, uploadId });
      task.complete(uploadId);
    },
    onFailed: fail,
  });
}

function addVideos(owner: Owner, added: readonly ChosenVideo[]): void {
  owner.change((before) => [...before, ...added]);
  for (const video of added) void beginVideo(owner, video);
}

function endTasks(ids: readonly string[], end: (upload: ResumableUpload) => void): void {
  for (const task of ids.flatMap((id) => tasks.get(id) ?? [])) {
    if (task.upload) end(task.upload);
    task.fail();
  }
  for (const id of ids) tasks.delete(id);
  askBeforeUnload();
}

function dropVideos({ change }: Owner, videos: readonly ChosenVideo[], end: (upload: ResumableUpload) => void): void {
  const ids = videos.map(({ id }) => id);
  endTasks(ids, end);
  change((before) => before.filter(({ id }) => !ids.includes(id)));
}

const cancel = (upload: ResumableUpload) => upload.cancel();
const forget = (upload: ResumableUpload) => upload.forget();

/**
 * Cancels the uploads of a draft that is deleted: the server allows a person a few at once. Returns a function that
 * begins them again, for a restored draft.
 */
export function cancelUploads(draftName: string): () => void {
  const own = [...tasks].filter(([, { owner }]) => owner.draftName === draftName);
  const ids = own.map(([id]) => id);
  endTasks(ids, cancel);
  // Those of an earlier visit continue only once the draft is opened.
  void readFiles(draftKey(recordingsOf(draftName))).then((stored) => {
    for (const { id, file } of stored) if (!ids.includes(id)) cancelStoredUpload(file);
  });
  return () => {
    for (const [id, { owner, file }] of own) {
      patchVideo(owner, id, begun);
      void beginVideo(owner, { id, file });
    }
  };
}

/** The videos of a draft, up to three, one of a clip, with their uploads. */
export function useVideos(draftName: string, isClip: boolean) {
  const { t } = useTexts('video');
  const [list, change] = useTabDraft(`${draftName}-videos`, none);
  const owner: Owner = { draftName, change };
  const [refused, setRefused] = useState<readonly Refusal[]>([]);
  const rules: FileRules = { types, maxMb: videoMaxMb, maxCount: isClip ? 1 : videosMax };
  /** Adds files; those that do not match the rules are refused, one that is already in the list is ignored. */
  const add = (files: readonly File[], isRecorded: boolean) => {
    const listed = new Set(list.map(({ file }) => fingerprintOf(file)));
    const others = files.filter((file) => !listed.has(fingerprintOf(file)));
    const checked = checkFiles(others, rules, list.length);
    setRefused(checked.refused);
    addVideos(
      owner,
      checked.taken.map((file) => newVideo({ id: newId(), file }, isRecorded)),
    );
  };
  return {
    list,
    rules,
    refused,
    take: (files: readonly File[]) => add(files, false),
    /** Adds a video of the camera. */
    takeRecording: (file: File) => add([file], true),
    /** Adds the recordings of an earlier visit; their uploads continue. */
    restore: (stored: readonly DraftFile[]) =>
      addVideos(
        owner,
        stored.map((each) => newVideo(each, true)),
      ),
    remove(id: string) {
      const removed = list.filter((video) => video.id === id);
      dropVideos(owner, removed, cancel);
      setRefused([]);
    },
    /** Checks and uploads a failed one again, from the last stored byte. */
    retry(id: string) {
      patchVideo(owner, id, begun);
      for (const video of list.filter((each) => each.id === id)) void beginVideo(owner, video);
    },
    /** Removes published videos. */
    clear: (sent: readonly ChosenVideo[]) => dropVideos(owner, sent, forget),
    /** The server has deleted the uploads or published them elsewhere: each begins again, as another video. */
    restart() {
      dropVideos(owner, list, forget);
      addVideos(
        owner,
        list.map(({ file, isRecorded }) => newVideo({ id: newId(), file }, isRecorded)),
      );
    },
    /** Resolves to the ids of the uploads once all are complete; rejects when one fails, or as the signal. */
    whenUploaded: (signal: AbortSignal) => awaitUploads(list, signal, t('video.notUploaded')),
  };
}

async function awaitUploads(list: readonly ChosenVideo[], signal: AbortSignal, failure: string): Promise<string[]> {
  const results = Promise.all(list.map(({ id }) => tasks.get(id)?.result ?? Promise.reject()));
  const complete = results.catch(() => {
    throw new ApiError(0, 'video_failed', failure);
  });
  return Promise.race([complete, rejectedBy(signal)]);
}

const rejectedBy = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The state of a video that was just added, or whose upload begins again. */
const begun = { state: 'waiting', share: 0, uploadId: null, inspection: null, problem: null } as const;

const newVideo = ({ id, file }: DraftFile, isRecorded: boolean): ChosenVideo => ({ ...begun, id, file, isRecorded });

export const isFault = (inspection: Inspection | null): boolean =>
  inspection === 'unreadable' || inspection === 'soundOnly';
