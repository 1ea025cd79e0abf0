import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface FoldHeadingProps {
  id: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Classes of the button: its rounding, weight and focus ring. */
  className: string;
  children: ReactNode;
}

/** The heading of a section that a press on it opens and closes. */
export const FoldHeading = ({ id, isOpen, onToggle, className, children }: FoldHeadingProps) => (
  <h2 id={id}>
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className={cx('flex min-h-11 w-full items-center gap-2 px-4 text-left text-small', className)}
    >
      {children}
      <ChevronDown aria-hidden="true" className={cx('size-4.5 shrink-0 text-fg-faint', isOpen && 'rotate-180')} />
    </button>
  </h2>
);
