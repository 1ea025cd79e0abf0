import { captionMax } from '@limits/content';
import { closeWhenSaved } from '../../lib/close-when-saved.ts';
import { DraftNote } from '../../lib/draft-note.tsx';
import { useFormDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { useDraftForm } from '../../lib/use-draft-form.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Post, useEditPost } from './api.ts';

const LevelSelect = lazyComponent(async () => (await import('./level-select.tsx')).LevelSelect);

type EditedPost = Pick<Post, 'content' | 'minLevelOrder'>;

const savedValuesOf = ({ content, minLevelOrder }: EditedPost) => ({ text: content, minLevelOrder });

/** An unchanged level is not sent: the author may no longer be allowed to choose it. */
const changeOf = (post: Post, { text, minLevelOrder }: ReturnType<typeof savedValuesOf>) => ({
  content: text,
  ...(minLevelOrder !== post.minLevelOrder && { minLevelOrder }),
});

/**
 * Edits the text of a post and the level needed to see it, in place. Escape leaves them as a draft, until the post is
 * changed elsewhere.
 */
export function PostEditor({ post, onDone }: { post: Post; onDone: () => void }) {
  const { t } = useTexts('members');
  const draft = useFormDraft(`edit:${post.id}`, savedValuesOf(post));
  const { register, handleSubmit, setValue, watch } = useDraftForm(draft.draft);
  const edit = useEditPost(post);
  const text = watch('text');
  const empty = text.trim() === '' && post.images.length + post.videos.length === 0;
  const submit = handleSubmit((values) => {
    if (!empty)
      edit.mutate(changeOf(post, values), {
        ...closeWhenSaved((saved: EditedPost) => draft.markSaved(savedValuesOf(saved)), onDone),
        offScreen: { onError: (error) => toast(messageOf(error, t('posts.editFailed')), { tone: 'bad' }) },
      });
  });

  const cancel = () => {
    draft.discard();
    onDone();
  };

  return (
    <form onSubmit={submit} className="grid gap-3">
      <DraftNote of={draft} />
      <Textarea
        {...register('text')}
        label={t('posts.editLabel')}
        labelHidden
        value={text}
        limit={captionMax}
        counted
        error={edit.error ? messageOf(edit.error, t('posts.editFailed')) : undefined}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        // The editor opens on a press, so it takes the focus.
        autoFocus
      />
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
        <Button size="sm" variant="primary" type="submit" loading={edit.isPending} disabled={empty}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
