import type { ReactNode } from 'react';

interface FormHeadProps {
  id: string;
  title: string;
  /** The source of the current settings. */
  source: ReactNode;
  text: string;
}

/** The title of a settings form, and the source of the current settings. */
export function FormHead({ id, title, source, text }: FormHeadProps) {
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="font-bold text-title">
          {title}
        </h2>
        {source}
      </div>
      <p className="text-fg-muted text-small">{text}</p>
    </div>
  );
}
