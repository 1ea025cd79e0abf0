import { useEffect, useEffectEvent } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { type Observable, observable, useObservable } from '../../lib/observable.ts';
import type { PostDraft, Sending, SendingState } from '../../lib/post-sending.ts';
import { session, useMe } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';
import { usePublish } from './api.ts';

/** The publication of a draft: it continues while no screen shows the draft, and a screen that does shows it again. */
interface Publication {
  state: Observable<SendingState>;
  /** The screens that show the draft; each is called once it is published. */
  viewers: Set<() => void>;
  abort: AbortController | null;
}

const idle: SendingState = { busy: false, error: null, share: null };

/** By person and draft. */
const publications = new Map<string, Publication>();

// Signing out forgets what is being sent, as it forgets drafts; after an expired session a person continues.
session.subscribe(() => {
  const { user, ended } = session.get();
  if (user || ended === 'expired') return;
  for (const { abort } of publications.values()) abort?.abort();
  publications.clear();
});

function publicationOf(key: string): Publication {
  const publication = publications.get(key) ?? { state: observable(idle), viewers: new Set(), abort: null };
  publications.set(key, publication);
  return publication;
}

/** Counts a screen that shows the draft; returns a function that ends it. */
function view(key: string, publication: Publication, viewer: () => void): () => void {
  publications.set(key, publication);
  publication.viewers.add(viewer);
  return () => {
    publication.viewers.delete(viewer);
    if (publication.viewers.size === 0 && !publication.state.get().busy) publications.delete(key);
  };
}

const isStopped = (error: unknown): boolean => error instanceof DOMException;

/**
 * Publishes a draft, one attempt at a time, whichever screen began it. The same content sent again keeps its idempotency
 * key, so that it is published once. `onPublished` is called while this screen shows the draft.
 */
export function useSending(tribeId: number, draftName: string, onPublished: () => void = () => undefined): Sending {
  const { t } = useTexts('members');
  const publish = usePublish(tribeId);
  const keys = useIdempotencyKeys(draftName);
  const key = `${useMe()?.id}:${draftName}`;
  const publication = publicationOf(key);
  const notify = useEffectEvent(onPublished);
  useEffect(() => view(key, publication, () => notify()), [key, publication]);
  const { state, viewers } = publication;
  const end = (error: Error | null) => {
    publication.abort = null;
    state.set({ ...idle, error });
    if (viewers.size === 0) publications.delete(key);
  };
  const report = (error: Error) => {
    if (viewers.size > 0 || isStopped(error) || session.get().ended === 'expired') return;
    toast(() => messageOf(error, t('posts.publishFailed')), { tone: 'bad' });
  };
  return {
    ...useObservable(state),
    cancel: () => publication.abort?.abort(),
    send(draft, onDone) {
      if (state.get().busy) return;
      const abort = new AbortController();
      publication.abort = abort;
      state.set({ ...idle, busy: true });
      publish.mutate(
        {
          draft,
          key: keys.keyFor(...partsOf(tribeId, draft)),
          onProgress: (share) => state.set({ ...idle, busy: true, share }),
          signal: abort.signal,
        },
        {
          onSuccess() {
            keys.forget();
            onDone();
            const shown = [...viewers];
            end(null);
            for (const viewer of shown) viewer();
          },
          onError(error) {
            report(error);
            end(isStopped(error) ? null : error);
          },
        },
      );
    },
  };
}

/** The parts that distinguish posts: after a change of any, the post is sent under another key. */
function partsOf(tribeId: number, { kind, content, tags, place, minLevelOrder, ...media }: PostDraft): unknown[] {
  const { files, alts = [], videoIds = [], videoUrls = [] } = media;
  return [tribeId, kind, content, tags, place, minLevelOrder, ...files, ...alts, ...videoIds, ...videoUrls];
}
