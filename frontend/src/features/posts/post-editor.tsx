import { captionMax } from '@limits/content';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useForm } from '../../lib/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Post, useEditPost } from './api.ts';

/** Edits a post's text in place. */
export function PostEditor({ post, onDone }: { post: Post; onDone: () => void }) {
  const { t } = useTexts('members');
  const { register, handleSubmit, watch } = useForm({ defaultValues: { text: post.content } });
  const edit = useEditPost(post);
  const text = watch('text');
  const empty = text.trim() === '' && post.images.length === 0;
  const submit = handleSubmit((values) => {
    if (!empty)
      edit.mutate(values.text, {
        onScreen: { onSuccess: onDone },
        offScreen: { onError: (error) => toast(messageOf(error, t('posts.editFailed')), { tone: 'bad' }) },
      });
  });

  return (
    <form onSubmit={submit} className="grid gap-3">
      <Textarea
        {...register('text')}
        label={t('posts.editLabel')}
        labelHidden
        value={text}
        limit={captionMax}
        counted
        error={edit.error ? messageOf(edit.error, t('posts.editFailed')) : undefined}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        // It opens because somebody chose to edit.
        autoFocus
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={edit.isPending} disabled={empty}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}
