import type { Post } from '@api/content';
import { Bot } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Pill } from '../../ui/pill.tsx';

/** What one should know of who speaks: an agent says so, a level stands beside the name. */
export function AuthorMarks({ user, level }: { user: Post['user']; level?: number | null }) {
  const { t } = useTexts();
  return (
    <>
      {user.isAgent && (
        <Pill tone="honey" icon={<Bot aria-hidden="true" />}>
          {t('posts.agent')}
        </Pill>
      )}
      {level != null && level > 0 && (
        <span className="tabular shrink-0 text-caption text-fg-faint">{t('posts.level', { level })}</span>
      )}
    </>
  );
}
