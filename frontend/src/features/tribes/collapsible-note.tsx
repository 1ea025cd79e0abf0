import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';

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
        <h2 id={id}>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setChosen(!isOpen)}
            className="flex min-h-11 w-full items-center gap-2 px-4 text-left font-semibold outline-none focus-visible:outline-2 focus-visible:outline-ember-text focus-visible:-outline-offset-2"
          >
            <span className="min-w-0 grow">{title}</span>
            <ChevronDown aria-hidden="true" className={cx('size-4.5 shrink-0 text-fg-faint', isOpen && 'rotate-180')} />
          </button>
        </h2>
        {isOpen && <div className="grid gap-3 px-4 pb-3">{children}</div>}
      </div>
    </section>
  );
}
