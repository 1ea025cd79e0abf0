import type { ReactNode } from 'react';

interface FormHeadProps {
  id: string;
  title: string;
  /** Where what holds comes from. */
  source: ReactNode;
  text: string;
}

/** What a form of settings is about, and where what holds now comes from. */
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
