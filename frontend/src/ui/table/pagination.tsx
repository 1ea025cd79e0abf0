import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { pageNumbers } from './page-numbers.ts';

interface PaginationProps {
  /** The accessible name: the paginated items. */
  label: string;
  /** The current page, from 1. */
  page: number;
  pageSize: number;
  /** The total number of items. */
  total: number;
  /** The address of a page. */
  to: (page: number) => string;
}

/** Links to the pages of a list with a known total; nothing when it fits on one page. For cursors use LoadMore. */
export function Pagination({ label, page, pageSize, total, to }: PaginationProps) {
  const { t } = useTexts();
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const range = {
    from: format.number(first),
    to: format.number(Math.min(total, first + pageSize - 1)),
    total: format.number(total),
  };
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="tabular text-caption text-fg-muted">{t('ui.pages.range', range)}</p>
      <ul className="tabular flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <Step to={page > 1 ? to(page - 1) : null} label={t('ui.previous')} icon={<ChevronLeft aria-hidden="true" />} />
        <li className="text-small sm:hidden">
          {t('ui.pages.of', { page: format.number(page), pages: format.number(pages) })}
        </li>
        {pageNumbers(page, pages).map((number) => (
          <li key={number} className="max-sm:hidden">
            {number < 0 ? (
              <span aria-hidden="true" className="grid size-10 place-items-center text-fg-faint">
                …
              </span>
            ) : (
              <Link
                to={to(number)}
                aria-label={t('ui.pages.page', { page: format.number(number) })}
                aria-current={number === page ? 'page' : undefined}
                className={cx(
                  linkClass,
                  'min-w-10 px-2',
                  number === page && 'bg-ember-soft font-semibold text-ember-text',
                )}
              >
                {format.number(number)}
              </Link>
            )}
          </li>
        ))}
        <Step to={page < pages ? to(page + 1) : null} label={t('ui.next')} icon={<ChevronRight aria-hidden="true" />} />
      </ul>
    </nav>
  );
}

const linkClass =
  'pressable focus-ring inline-grid h-11 place-items-center rounded-sm text-fg-muted text-small hover:bg-hover hover:text-fg sm:h-10';

function Step({ to, label, icon }: { to: string | null; label: string; icon: ReactNode }) {
  const look = cx(linkClass, 'w-11 sm:w-10 [&>svg]:size-5');
  return (
    <li>
      {to === null ? (
        <span aria-hidden="true" className={cx(look, 'pointer-events-none opacity-40')}>
          {icon}
        </span>
      ) : (
        <Link to={to} aria-label={label} className={look}>
          {icon}
        </Link>
      )}
    </li>
  );
}
