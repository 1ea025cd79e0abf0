import { commentMax } from '@limits/content';
import { SendHorizontal } from 'lucide-react';
import type { FormEvent, KeyboardEvent } from 'react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { useMe } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { type Comment, type Post, useAddComment } from './api.ts';

interface CommentFormProps {
  post: Post;
  /** The comment it replies to. */
  parent?: Comment;
  onDone?: () => void;
}

/** Enter sends, Shift+Enter makes a line; what could not be sent stays. */
export function CommentForm({ post, parent, onDone }: CommentFormProps) {
  const { t } = useTexts();
  const me = useMe();
  const [text, setText] = useTextDraft(`comment:${parent?.id ?? post.id}`);
  const add = useAddComment(post);
  const keys = useIdempotencyKeys(`comment:${parent?.id ?? post.id}`);
  const content = text.trim();
  const parentId = parent?.id ?? null;

  function send(): void {
    if (content === '' || add.isPending) return;
    // Also when the screen was left meanwhile; what went wrong is in `error`.
    add.mutateAsync({ content, parentId, key: keys.keyFor(content, parentId) }).then(
      () => {
        keys.forget();
        setText((before) => (before === text ? '' : before));
        onDone?.();
      },
      () => undefined,
    );
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    send();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onDone?.();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  const label = parent ? t('posts.replyTo', { name: parent.user.name }) : t('posts.writeComment');
  return (
    <form onSubmit={submit} className="flex items-start gap-3">
      {me && <Avatar person={me} size={32} className="mt-2" />}
      <div className="min-w-0 grow">
        <Textarea
          label={label}
          labelHidden
          placeholder={label}
          rows={1}
          value={text}
          maxLength={commentMax}
          error={add.error ? messageOf(add.error, t('posts.commentFailed')) : undefined}
          onChange={(event) => setText(() => event.target.value)}
          onKeyDown={onKeyDown}
          autoFocus={parent !== undefined}
        />
      </div>
      <IconButton
        type="submit"
        label={t('posts.send')}
        tip="top"
        icon={<SendHorizontal />}
        disabled={content === '' || add.isPending}
      />
    </form>
  );
}
