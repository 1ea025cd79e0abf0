import { homininiId } from '@limits/community';
import { useTexts } from '../../lib/i18n.ts';
import { addressOf } from '../../lib/post-path.ts';
import { ShareSheet } from '../../lib/share-sheet.ts';
import { truncate } from '../../lib/text.ts';
import type { Post } from './api.ts';

/** The length of the passed on beginning of a post, UTF-16 units. */
const textMax = 120;

interface SharePostProps {
  post: Post;
  open: boolean;
  onClose: () => void;
}

/** Shares the link of a post, and the beginning of one that everybody may read. */
export function SharePost({ post, open, onClose }: SharePostProps) {
  const { t } = useTexts('members');
  const { tribeId, minLevelOrder, content } = post;
  const isForLevel = minLevelOrder > 1;
  const isForMembers = isForLevel || tribeId !== homininiId;
  const note = isForLevel ? t('posts.shareLevel', { level: minLevelOrder }) : isForMembers && t('posts.shareMembers');
  return (
    <ShareSheet
      open={open}
      onClose={onClose}
      title={t('posts.shareTitle')}
      shared={{ url: addressOf(post), text: isForMembers ? '' : truncate(content, textMax) }}
      note={note}
    />
  );
}
