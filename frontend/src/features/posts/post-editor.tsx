import { captionMax } from '@limits/content';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { closeWhenSaved } from '../../lib/close-when-saved.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { type FormDraft, useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Post } from './api.ts';
import { isTextConflict, useEditPost } from './edit-api.ts';

const LevelSelect = lazyComponent(async () => (await import('./level-select.tsx')).LevelSelect);

const EditConflict = lazyComponent(
  withTexts(async () => (await import('./edit-conflict.tsx')).EditConflict, 'versions'),
);

type EditedPost = Pick<Post, 'content' | 'minLevelOrder' | 'version'>;

const savedValuesOf = ({ content, minLevelOrder }: Omit<EditedPost, 'version'>) => ({ text: content, minLevelOrder });

type EditedValues = ReturnType<typeof savedValuesOf>;

/** An unchanged level is not sent: the author may no longer be allowed to choose it. */
const changeOf = (initial: EditedValues, { text, minLevelOrder }: EditedValues) => ({
  content: text,
  ...(minLevelOrder !== initial.minLevelOrder && { minLevelOrder }),
});

/**
 * Edits the text of a post and the level needed to see it, in place. Escape leaves them as a draft, until the post is
 * changed elsewhere. A text that was changed elsewhere since is not replaced before the person has seen it.
 */
export function PostEditor({ post, onDone }: { post: Post; onDone: () => void }) {
  const { t } = useTexts('members');
  const draft = useFormDraft(`edit:${post.id}`, savedValuesOf(post));
  const { register, handleSubmit, setValue, watch } = useDraftForm(draft.draft);
  const text = watch('text');
  const { save, error, isPending, conflict } = useTextEdit(post, draft, onDone);
  const empty = text.trim() === '' && post.images.length + post.videos.length === 0;
  const cancel = () => {
    draft.discard();
    onDone();
  };

  return (
    <form
      ref={useWholeInView()}
      onSubmit={handleSubmit((values) => !empty && save(values))}
      className="grid scroll-mt-20 scroll-mb-24 gap-3 lg:scroll-my-6"
    >
      <DraftNote of={draft} />
      <Textarea
        {...register('text')}
        label={t('posts.editLabel')}
        labelHidden
        value={text}
        limit={captionMax}
        counted
        error={error ? messageOf(error, t('posts.editFailed')) : undefined}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        // The editor opens on a press, so it takes the focus.
        autoFocus
      />
      {conflict && (
        <LazyPart failed={(error, retry) => <ErrorState error={error} onRetry={retry} className="py-4" />}>
          <EditConflict {...conflict} onOverwrite={handleSubmit(conflict.overwrite)} />
        </LazyPart>
      )}
      <LazyPart failed={(error, retry) => <ErrorState error={error} onRetry={retry} className="py-4" />}>
        <LevelSelect
          tribeId={post.tribeId}
          value={watch('minLevelOrder')}
          onChange={(level) => setValue('minLevelOrder', level)}
        />
      </LazyPart>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={cancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={isPending} disabled={empty || conflict !== null}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

/** Keeps all of the form above the bar of a phone: when it opens, when its late parts arrive and when its text grows. */
function useWholeInView(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const observer = new ResizeObserver(() => current.scrollIntoView({ block: 'nearest' }));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return form;
}

/** Saves the draft, and detects that the text was changed elsewhere since the draft was begun. */
function useTextEdit(post: Post, draft: FormDraft<EditedValues>, onDone: () => void) {
  const { t } = useTexts('members');
  const edit = useEditPost(post);
  const [base, setBase] = useState(post.version);
  if (!draft.isChanged && base !== post.version) setBase(post.version);
  const submit = (values: EditedValues, baseVersion: number) => {
    const change = { ...changeOf(draft.initial, values), baseVersion };
    const markSaved = (saved: EditedPost) => {
      setBase(saved.version);
      return draft.markSaved(savedValuesOf(saved));
    };
    edit.mutate(change, {
      ...closeWhenSaved(markSaved, onDone),
      offScreen: { onError: (error) => toast(() => messageOf(error, t('posts.editFailed')), { tone: 'bad' }) },
    });
  };
  const conflict = {
    saved: post.version === base ? undefined : post.content,
    isPending: edit.isPending,
    onReload: () => {
      edit.reset();
      draft.discard();
    },
    overwrite: (values: EditedValues) => submit(values, post.version),
  };
  return {
    save: (values: EditedValues) => submit(values, base),
    error: edit.error,
    isPending: edit.isPending,
    conflict: isTextConflict(edit.error) ? conflict : null,
  };
}
