import { History, X } from 'lucide-react';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { useFocusOnRemoval } from '../../ui/focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface RecentListProps {
  recent: readonly string[];
  onChoose: (q: string) => void;
  onForget: (q: string) => void;
  onForgetAll: () => void;
}

/** The last searches; each searches again, or is removed. */
export function RecentList({ recent, onChoose, onForget, onForgetAll }: RecentListProps) {
  const { t } = useTexts('explore');
  const list = useFocusOnRemoval(recent);
  return (
    <section aria-labelledby="recent-searches" className="grid grid-cols-1 gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent-searches" className="font-bold text-title">
          {t('explore.recent')}
        </h2>
        <Button variant="quiet" size="sm" onClick={onForgetAll}>
          {t('explore.forgetAll')}
        </Button>
      </div>
      <ul {...list} className="grid grid-cols-1 gap-1">
        {recent.map((q) => (
          <li key={q} className="flex items-center gap-1">
            <button
              type="button"
              onClick={() => onChoose(q)}
              className="focus-ring flex h-12 min-w-0 grow items-center gap-3 rounded-md px-3 text-left hover:bg-hover"
            >
              <History aria-hidden="true" className="size-5 shrink-0 text-fg-faint" />
              <bdi className="truncate">{q}</bdi>
            </button>
            <IconButton
              size="sm"
              tip="none"
              label={t('explore.forget', { q })}
              icon={<X />}
              onClick={() => onForget(q)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
