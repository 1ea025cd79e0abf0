import { type ReactNode, useId } from 'react';
import { Card } from '../../ui/card.tsx';

interface SecuritySectionProps {
  icon: ReactNode;
  title: string;
  text?: ReactNode;
  /** The state, next to the title. */
  state?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}

/** One section of the page: title, state, actions. */
export function SecuritySection({ icon, title, text, state, actions, children }: SecuritySectionProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} className="grid grid-cols-1 gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 grow basis-72 gap-4">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-ember-soft text-ember-text [&_svg]:size-5.5">
            {icon}
          </span>
          <div className="grid min-w-0 content-center gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 id={id} className="font-semibold text-title">
                {title}
              </h2>
              {state}
            </div>
            {text && <p className="text-pretty text-fg-muted text-small [overflow-wrap:anywhere]">{text}</p>}
          </div>
        </div>
        {actions && <div className="flex max-w-full flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </Card>
  );
}

/** A row of a list: name, details, actions. */
export function SecurityRow({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <li className="flex items-center gap-4 border-line border-t py-3 first:border-t-0">
      <span className="text-fg-faint [&_svg]:size-5" aria-hidden="true">
        {icon}
      </span>
      <div className="grid min-w-0 grow gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
          {title}
        </span>
        <span className="text-caption text-fg-muted">{children}</span>
      </div>
      {actions && <div className="flex shrink-0 gap-1">{actions}</div>}
    </li>
  );
}
