import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { cx } from '../../ui/cx.ts';
import { scrollToCentre } from '../../ui/scroll-to-centre.ts';
import { SEARCH_TABS, type SearchType, searchAddress } from './api.ts';

/** A link to each kind of results, with the same text. The best of all kinds lead to them by their headings instead. */
export function Kinds({ type, q }: { type: SearchType; q: string }) {
  const { t } = useTexts('explore', 'members');
  const row = useRef<HTMLElement>(null);
  const chosen = useRef<HTMLAnchorElement>(null);
  // On a phone the row scrolls sideways.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind is another link
  useEffect(() => {
    if (row.current && chosen.current) scrollToCentre(row.current, chosen.current);
  }, [type]);
  return (
    <nav
      ref={row}
      aria-label={t('explore.kinds')}
      className="-mx-4 flex gap-1 overflow-x-auto px-4 shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      {SEARCH_TABS.map((each) => (
        <Link
          key={each}
          ref={each === type ? chosen : undefined}
          to={searchAddress(each, q)}
          aria-current={each === type ? 'page' : undefined}
          className={cx(
            'focus-ring grid h-12 shrink-0 place-items-center whitespace-nowrap border-b-2 px-3 font-display font-semibold text-small transition-colors',
            each === type ? 'border-ember text-fg' : 'border-transparent text-fg-muted hover:text-fg',
          )}
        >
          {t(`explore.kind.${each}`)}
        </Link>
      ))}
    </nav>
  );
}
