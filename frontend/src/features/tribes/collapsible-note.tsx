import { type ReactNode, useId, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import { FoldHeading } from './fold-heading.tsx';

interface CollapsibleNoteProps {
  title: string;
  /** Classes while it is one line on a phone. */
  closedClass?: string;
  children: ReactNode;
}

/** A note above the posts of a tribe: open on a desktop, one line on a phone, so that the posts stay visible. */
export function CollapsibleNote({ title, closedClass, children }: CollapsibleNoteProps) {
  const id = useId();
  const isDesk = useIsDesk();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isDesk;
  return (
    <section
      aria-labelledby={id}
      className={cx('overflow-hidden rounded-md bg-surface text-small', !isDesk && !isOpen && closedClass)}
    >
      <div className="bg-honey-soft">
        <FoldHeading
          id={id}
          isOpen={isOpen}
          onToggle={() => setChosen(!isOpen)}
          className="font-semibold outline-none focus-visible:outline-2 focus-visible:outline-ember-text focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 grow">{title}</span>
        </FoldHeading>
        {isOpen && <div className="grid gap-3 px-4 pb-3">{children}</div>}
      </div>
    </section>
  );
}
