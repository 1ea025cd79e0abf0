import { type ReactNode, useEffect, useRef } from 'react';

interface NoticeProps {
  icon: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
  /** Replaces the element that had the focus. */
  takesFocus?: boolean;
}

/** The outcome of a form, which it replaces: the result and the next step. */
export function Notice({ icon, title, text, children, takesFocus }: NoticeProps) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) status.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={status} tabIndex={-1} role="status" className="grid animate-rise gap-5 outline-none">
      <div className="flex gap-4 rounded-lg bg-surface p-5 shadow-card">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-ember-soft text-ember-text [&_svg]:size-5.5">
          {icon}
        </span>
        <div className="grid min-w-0 content-center gap-1">
          <p className="font-display font-semibold">{title}</p>
          {text && <p className="prose-safe text-pretty text-fg-muted text-small">{text}</p>}
        </div>
      </div>
      {children}
    </div>
  );
}
