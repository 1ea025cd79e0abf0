import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

/** One of the lists of the page. */
export function SafetySection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="grid grid-cols-1 gap-3.5 p-4 sm:p-5">
      <div className="grid gap-1">
        <h2 id={id} className="font-display font-semibold text-title">
          {title}
        </h2>
        <p className="text-fg-muted text-small">{text}</p>
      </div>
      {children}
    </Card>
  );
}
