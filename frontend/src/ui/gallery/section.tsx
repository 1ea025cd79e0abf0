import { type ReactNode, useId } from 'react';

/** A chapter of the gallery: a heading with samples under it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-6">
      <h2 id={id} className="font-bold text-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** One sample with a description. */
export function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 content-start gap-3">
      <h3 className="font-text text-caption text-fg-muted">{title}</h3>
      {children}
    </div>
  );
}
