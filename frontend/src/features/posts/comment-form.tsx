import { countLinks } from '@limits/community';
import { commentMax } from '@limits/content';
import { SendHorizontal } from 'lucide-react';
import { useTextDraft } from '../../lib/drafts.ts';
import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { useIdempotencyKeys } from '../../lib/idempotency-key.ts';
import { NewAccountNote } from '../../lib/new-account-note.tsx';
import { useMe } from '../../lib/session.ts';
import { useTextDraftForm } from '../../lib/use-draft-form.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { sendOnEnter } from '../../ui/send-on-enter.ts';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Comment, type Post, useAddComment } from './api.ts';

interface CommentFormProps {
  post: Post;
  /** The comment to reply to. */
  parent?: Comment;
  onDone?: () => void;
}

/** The form of a comment. Enter sends, Shift+Enter adds a line; a failed comment stays. */
export function CommentForm({ post, parent, onDone }: CommentFormProps) {
  const { t } = useTexts('members');
  const me = useMe();
  const draftName = `comment:${parent?.id ?? post.id}`;
  const draft = useTextDraft(draftName);
  const [, changeDraft] = draft;
  const form = useTextDraftForm(draft);
  const add = useAddComment(post);
  const keys = useIdempotencyKeys(draftName);
  const empty = form.watch('text').trim() === '';
  const limit = countLinks(form.watch('text')) > 0 ? 'links' : 'comments';
  const parentId = parent?.id ?? null;

  const submit = form.handleSubmit(({ text }) => {
    const content = text.trim();
    if (content === '') return;
    add.mutate(
      { content, parentId, key: keys.keyFor(content, parentId) },
      {
        onSuccess: () => {
          keys.forget();
          changeDraft((before) => (before === text ? '' : before));
        },
        onScreen: { onSuccess: onDone },
        offScreen: { onError: (error) => toast(() => messageOf(error, t('posts.commentFailed')), { tone: 'bad' }) },
      },
    );
  });

  const label = parent ? t('shell.replyTo', { name: parent.user.name }) : t('posts.writeComment');
  return (
    <form onSubmit={submit} className="flex items-start gap-3">
      {me && <Avatar person={me} size={32} className="mt-2" />}
      <div className="min-w-0 grow">
        <Textarea
          {...form.register('text')}
          label={label}
          labelHidden
          placeholder={label}
          rows={1}
          limit={commentMax}
          error={add.error ? messageOf(add.error, t('posts.commentFailed')) : undefined}
          onKeyDown={sendOnEnter(onDone)}
          autoFocus={parent !== undefined}
        />
        {!empty && <NewAccountNote about={limit} className="pt-1" />}
      </div>
      <IconButton
        type="submit"
        label={t('ui.send')}
        tip="top"
        icon={<SendHorizontal />}
        disabled={empty || add.isPending}
      />
    </form>
  );
}
