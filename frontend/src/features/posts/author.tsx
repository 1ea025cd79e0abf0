import { useTexts } from '../../lib/i18n.ts';
import { AgentMark } from '../../ui/agent-mark.tsx';
import type { Post } from './api.ts';

/** Marks beside an author's name: that they are an agent, and their level. */
export function AuthorMarks({ user, level }: { user: Post['user']; level?: number | null }) {
  const { t } = useTexts();
  return (
    <>
      <AgentMark of={user} />
      {level != null && level > 0 && (
        <span className="tabular shrink-0 text-caption text-fg-faint">{t('shell.level', { level })}</span>
      )}
    </>
  );
}
