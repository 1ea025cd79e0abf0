import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { CreateFlow } from '../features/create/create-flow.tsx';
import { deleteDraft, draftKey, findDraft, findExpired, listDrafts } from '../features/create/draft-list.ts';
import {
  blankFields,
  type CreateFields,
  type CreateKind,
  isBlank,
  kindOf,
  readFields,
  withVideoCounts,
} from '../features/create/fields.ts';
import type { OpenDraft, Pictures } from '../features/create/parts.ts';
import { recordingsOf, sweepFiles } from '../features/create/stored-files.ts';
import { useSteps } from '../features/create/use-steps.ts';
import { useStoredFiles } from '../features/create/use-stored-files.ts';
import { type DraftVideos, useVideos } from '../features/create/use-videos.ts';
import { takeVideos } from '../features/create/video-sending.tsx';
import { LevelSelect } from '../features/posts/level-select.tsx';
import { pictureRules, usePictures } from '../features/posts/use-pictures.ts';
import { useSending } from '../features/posts/use-sending.ts';
import type { DraftFile } from '../lib/draft-files.ts';
import { type Draft, useDraft } from '../lib/drafts.ts';
import { useTexts } from '../lib/i18n.ts';
import { newId } from '../lib/ids.ts';
import { paths } from '../lib/paths.ts';
import { activeOf, type Membership, membershipsQuery } from '../lib/shared-queries.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { ModalSheet } from '../ui/modal-sheet.tsx';
import { useTitle } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { continuedIdOf, useComposerDraft } from './composer-draft.ts';

/** `/(modal)/create?type=&tribe=&step=`: a new post or vibe, with drafts for each kind and tribe. */
export function CreateModal() {
  const { t } = useTexts('create');
  const title = t('create.title');
  useTitle(title, true);
  const { data, error, refetch } = useQuery(membershipsQuery);
  if (data) return <Create memberships={activeOf(data)} />;
  // Until they have loaded the tribe of the address is unknown.
  if (!error) return null;
  return (
    <ModalSheet title={title} otherwise={paths.tribes}>
      <ErrorState error={error} onRetry={() => void refetch()} />
    </ModalSheet>
  );
}

function Create({ memberships }: { memberships: Membership[] }) {
  const [query] = useSearchParams();
  const kind = kindOf(query.get('type'));
  const steps = useSteps(paths.tribes);
  const [continuedId] = useState(continuedIdOf(useLocation().state));
  const { name, pin } = useDraftName(kind, query.get('tribe'), continuedId);
  const [fields, write] = useDraft(name, blankFields, readFields, (draft) => !isBlank(draft));
  useEmptiedElsewhere(name, fields, () => pin(kind, nameFor(kind)));
  const tribeId = chooseTribe(memberships, query.get('tribe'), fields.tribeId);
  const changeDraft: typeof write = (by) => write((before) => stamped(before, by(before), tribeId));
  const isClip = kind === 'reel';
  const videos = useDraftVideos(name, fields, changeDraft, isClip);
  const pictures = useDraftPictures(name, fields, changeDraft, (files) => takeVideos(files, videos, isClip));
  useComposerDraft(continuedId !== null, tribeId, [fields, write], pictures.restore);
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const sending = useSending(tribeId ?? 0, name, close);
  const current: OpenDraft = {
    name,
    fields,
    open(draft) {
      pin(draft.kind, draft.name);
      const tribe = draft.fields.tribeId;
      steps.change({ type: draft.kind, ...(tribe !== null && { tribe: String(tribe) }) });
    },
    begin: () => pin(kind, nameFor(kind)),
  };
  return (
    <CreateFlow
      open={open}
      onClose={close}
      kind={kind}
      memberships={memberships}
      tribeId={tribeId}
      draft={[fields, changeDraft]}
      current={current}
      pictures={pictures}
      videos={videos}
      sending={sending}
      steps={steps}
      levels={tribeId !== null && <DraftLevel tribeId={tribeId} draft={[fields, changeDraft]} />}
    />
  );
}

/** The level needed to see the post. */
function DraftLevel({ tribeId, draft: [fields, change] }: { tribeId: number; draft: Draft<CreateFields> }) {
  const onChange = (minLevelOrder: number) => change((before) => ({ ...before, minLevelOrder }));
  return <LevelSelect tribeId={tribeId} value={fields.minLevelOrder} onChange={onChange} />;
}

const nameFor = (kind: CreateKind, id = newId()): string => `create:${kind}:${id}`;

/** The pictures of a draft, which this device stores; the draft contains their number. */
function useDraftPictures(
  name: string,
  { pictures: counted }: CreateFields,
  change: Draft<CreateFields>[1],
  takeOthers: (files: readonly File[]) => readonly File[],
): Pictures & { restore: (stored: readonly DraftFile[]) => void } {
  const { t } = useTexts('create');
  const pictures = usePictures(`${name}-pictures`, takeOthers);
  const { length: count } = pictures.list;
  const reportLoss = () => toast(() => t('create.drafts.picturesLost'));
  const { loading, unsaved } = useStoredFiles(name, pictures, counted, reportLoss);
  const countPictures = useEffectEvent(() => change((before) => withCount(before, count)));
  useEffect(() => {
    if (!loading && count !== counted) countPictures();
  }, [loading, count, counted]);
  return { ...pictures, rules: pictureRules, loading, unsaved };
}

const withCount = (fields: CreateFields, pictures: number): CreateFields =>
  fields.pictures === pictures ? fields : { ...fields, pictures };

/** The videos of a draft. This device stores those of the camera; the draft contains the number of these and others. */
function useDraftVideos(
  name: string,
  { recordings: counted, chosenVideos: countedChosen }: CreateFields,
  change: Draft<CreateFields>[1],
  isClip: boolean,
): DraftVideos {
  const { t } = useTexts('create');
  const videos = useVideos(name, isClip);
  const recorded = videos.list.filter(({ isRecorded }) => isRecorded);
  const { length: count } = recorded;
  const chosen = videos.list.length - count;
  // Files chosen before a reload.
  const askForChosen = useEffectEvent(() => {
    if (chosen < countedChosen) toast(() => t('create.drafts.videosToChoose'));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opened draft
  useEffect(() => askForChosen(), [name]);
  const reportLoss = () => toast(() => t('create.drafts.recordingsLost'));
  const { restore } = videos;
  const { loading, unsaved } = useStoredFiles(recordingsOf(name), { list: recorded, restore }, counted, reportLoss);
  // The draft of which this tab has chosen videos, or has removed them.
  const [owned, setOwned] = useState<string | null>(null);
  if (chosen > 0 && owned !== name) setOwned(name);
  const counts = { recordings: count, chosenVideos: chosen };
  const countVideos = useEffectEvent(() => change((before) => withVideoCounts(before, counts, owned === name)));
  useEffect(() => {
    if (!loading && (count !== counted || chosen !== countedChosen)) countVideos();
  }, [loading, count, counted, chosen, countedChosen]);
  return { ...videos, loading, unsaved };
}

/**
 * Calls `onEmptied` when another tab has published or deleted the open draft: its files in the memory of this tab belong
 * to no draft any more.
 */
function useEmptiedElsewhere(name: string, { savedAt }: CreateFields, onEmptied: () => void): void {
  const [last, setLast] = useState({ name, savedAt });
  if (last.name === name && last.savedAt === savedAt) return;
  setLast({ name, savedAt });
  // A change in this tab sets the time.
  if (last.name === name && last.savedAt > 0 && savedAt === 0) onEmptied();
}

/** A changed draft, with its time and tribe. */
function stamped(before: CreateFields, next: CreateFields, tribeId: number | null): CreateFields {
  return next === before ? before : { ...next, tribeId: next.tribeId ?? tribeId, savedAt: Date.now() };
}

/**
 * The open draft of each kind: at first the last changed one for the tribe of the address, or a new one; that of posts
 * is the one that continues a composer. It stays open when its tribe changes.
 */
function useDraftName(kind: CreateKind, asked: string | null, continuedId: string | null) {
  const [pinned, setPinned] = useState<Partial<Record<CreateKind, string>>>({});
  const [initial] = useState(() => {
    const drafts = listDrafts();
    for (const expired of findExpired(drafts, Date.now())) deleteDraft(expired);
    const tribeId = asked === null ? null : Number(asked);
    const nameOf = (each: CreateKind) => findDraft(drafts, each, tribeId) ?? nameFor(each);
    const post = continuedId === null ? nameOf('post') : nameFor('post', continuedId);
    return { story: nameOf('story'), post, reel: nameOf('reel') };
  });
  useEffect(() => {
    const known = new Set(listDrafts().map(({ name }) => draftKey(name)));
    void sweepFiles((key) => known.has(key));
  }, []);
  return {
    name: pinned[kind] ?? initial[kind],
    pin: (of: CreateKind, name: string) => setPinned((before) => ({ ...before, [of]: name })),
  };
}

/**
 * The tribe of the address, else that of the draft, if one is a member of it; the only one when neither has one. A tribe
 * that was left is replaced by none: its members were to see the post, and no others.
 */
function chooseTribe(memberships: readonly Membership[], asked: string | null, drafted: number | null): number | null {
  const ids = memberships.map(({ tribeId }) => tribeId);
  const chosen = ids.find((id) => String(id) === asked) ?? ids.find((id) => id === drafted);
  if (chosen !== undefined) return chosen;
  return asked === null && drafted === null && ids.length === 1 ? (ids[0] ?? null) : null;
}
