import { type RefObject, useEffect, useState } from 'react';
import { useFormat } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import type { BoardColumnEntry } from './board-entries.ts';

interface BoardTabsProps {
  columns: readonly BoardColumnEntry[];
  /** The scroll container. */
  frame: RefObject<HTMLElement | null>;
}

/** On a phone: shows which column is in view, and links to the others. */
export function BoardTabs({ columns, frame }: BoardTabsProps) {
  const format = useFormat();
  const [shown, setShown] = useState(0);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const update = () => {
      const middle = element.getBoundingClientRect().left + element.clientWidth / 2;
      const lefts = [...element.querySelectorAll('[data-column]')].map((each) => each.getBoundingClientRect().left);
      setShown(Math.max(0, lefts.filter((left) => left < middle).length - 1));
    };
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [frame]);

  return (
    <div className="mb-3 grid grid-cols-3 gap-1 rounded-md bg-sunken p-1 lg:hidden">
      {columns.map(({ id, title, cards }, index) => (
        <button
          key={id}
          type="button"
          aria-pressed={index === shown}
          onClick={() => frame.current?.querySelector(`[data-column="${id}"]`)?.scrollIntoView(intoView())}
          className={cx(
            'focus-ring flex h-11 min-w-0 items-center justify-center gap-1.5 rounded-sm px-2 font-display font-semibold text-caption text-fg-muted',
            index === shown && 'bg-raised text-fg shadow-card',
          )}
        >
          <span className="truncate">{title}</span>
          <span className="tabular text-fg-faint">{format.number(cards.length)}</span>
        </button>
      ))}
    </div>
  );
}

const intoView = (): ScrollIntoViewOptions => ({
  behavior: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
  block: 'nearest',
  inline: 'center',
});
