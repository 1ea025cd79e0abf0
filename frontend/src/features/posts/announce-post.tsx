import { messageOf } from '../../lib/http.ts';
import { useTexts } from '../../lib/i18n.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Post, useModeratePost } from './api.ts';

interface AnnouncePostProps {
  post: Post;
  open: boolean;
  onClose: () => void;
}

/** Confirms announcing a post to the members; a failure is shown in the dialog. */
export function AnnouncePost({ post, open, onClose }: AnnouncePostProps) {
  const { t } = useTexts('members');
  const { mutate, reset, isPending, error } = useModeratePost(post);
  const close = () => {
    reset();
    onClose();
  };
  return (
    <Confirm
      open={open}
      isHarmless
      onClose={close}
      title={t('posts.announceTitle')}
      text={t('posts.announceText')}
      confirm={t('posts.announceYes')}
      busy={isPending}
      error={error && messageOf(error, t('posts.announceFailed'))}
      onConfirm={() =>
        mutate(
          { announced: true },
          {
            onSuccess: () => toast(() => t('posts.announcedDone'), { tone: 'good' }),
            onScreen: { onSuccess: close },
            offScreen: {
              onError: (failure) => toast(() => messageOf(failure, t('posts.announceFailed')), { tone: 'bad' }),
            },
          },
        )
      }
    />
  );
}
