import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** A link to the whole list. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of the page with its heading. */
export function Section({ title, more, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="font-bold text-title">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
