import { type ReactNode, type Ref, useId } from 'react';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

interface SectionProps {
  title: string;
  /** The id of the heading, for links to it. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A section of a modal with its heading. */
export function Section({ title, headingRef, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2 pb-7">
      <h2 id={id} ref={headingRef} tabIndex={-1} className="scroll-mt-16 font-bold text-body outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The skeleton of rows. */
export function RowsSkeleton({ rows }: { rows: 1 | 2 | 3 }) {
  return (
    <Loading className="grid gap-3 py-2">
      {[1, 2, 3].slice(0, rows).map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="grid grow gap-2">
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** Classes of a row that is a link; it extends to the edges of the sheet. */
export const rowClass =
  'focus-ring pressable -mx-3 flex min-h-14 items-center gap-3 rounded-md px-3 py-2 text-left text-small hover:bg-hover';
