import { captionMax } from '@limits/content';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { type Post, useEditPost } from './api.ts';

/** Changes a post's text where it stands. */
export function PostEditor({ post, onDone }: { post: Post; onDone: () => void }) {
  const { t } = useTexts();
  const [text, setText] = useState(post.content);
  const edit = useEditPost(post);
  const empty = text.trim() === '' && post.images.length === 0;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!empty) edit.mutate(text, { onSuccess: onDone });
  }

  return (
    <form onSubmit={submit} className="grid gap-3">
      <Textarea
        label={t('posts.editLabel')}
        labelHidden
        value={text}
        maxLength={captionMax}
        counted
        error={edit.error ? messageOf(edit.error, t('posts.editFailed')) : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        // The editor was asked for just now.
        autoFocus
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          {t('ui.cancel')}
        </Button>
        <Button size="sm" variant="primary" type="submit" loading={edit.isPending} disabled={empty}>
          {t('posts.save')}
        </Button>
      </div>
    </form>
  );
}
