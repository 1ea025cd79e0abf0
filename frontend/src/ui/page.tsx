import { type ReactNode, useEffect } from 'react';
import { cx } from './cx.ts';

interface ShownTitle {
  title: string;
  isOver: boolean;
}

/** The titles of what is mounted, in the order of their last change. */
const titles: ShownTitle[] = [];

/** Shows the last title: that of a modal over the screen, if there is one, whose screen may still be loading. */
function showTitle(): void {
  const shown = titles.findLast(({ isOver }) => isOver) ?? titles.at(-1);
  // Until the next screen is mounted, the title of the previous one stays.
  if (shown) document.title = shown.title ? `${shown.title} · Tribus` : 'Tribus';
}

/** Sets the document's title while mounted; `isOver` for a modal, whose end restores the title of the screen. */
export function useTitle(title: string, isOver = false): void {
  useEffect(() => {
    const own = { title, isOver };
    titles.push(own);
    showTitle();
    return () => {
      titles.splice(titles.indexOf(own), 1);
      showTitle();
    };
  }, [title, isOver]);
}

interface PageProps {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** The screen's primary and secondary actions. */
  actions?: ReactNode;
  /** reading: 42rem of text or feed; wide: grids and tables. */
  width?: 'reading' | 'wide';
  /** On a phone the heading is for screen readers only: the content has one of its own. */
  headedBelow?: boolean;
  /** Above the heading: the back link. */
  above?: ReactNode;
  children: ReactNode;
}

/** The layout of an ordinary screen: heading, actions, content width. */
export function Page({ title, lead, actions, width = 'wide', headedBelow = false, above, children }: PageProps) {
  useTitle(title);
  return (
    <div
      className={cx('mx-auto w-full px-4 pt-6 pb-16 sm:px-6 lg:pt-12', width === 'reading' ? 'max-w-2xl' : 'max-w-6xl')}
    >
      {above}
      <header
        className={cx(
          'mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 lg:mb-10',
          headedBelow && 'max-lg:sr-only',
        )}
      >
        <div className="grid min-w-0 gap-2">
          <h1 className="font-extrabold text-heading">{title}</h1>
          {lead && <p className="max-w-xl text-pretty text-fg-muted">{lead}</p>}
        </div>
        {actions && <div className="flex min-w-0 max-w-full flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
