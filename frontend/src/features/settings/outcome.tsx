import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

const tones = {
  good: 'bg-moss-soft text-moss',
  pending: 'bg-honey-soft text-honey',
  bad: 'bg-danger-soft text-danger',
};

interface OutcomeProps {
  tone: keyof typeof tones;
  icon: ReactNode;
  text: string;
  detail?: string | undefined;
}

/** The result of a test. */
export function Outcome({ tone, icon, text, detail }: OutcomeProps) {
  return (
    <div
      className={cx(
        'flex animate-rise gap-3 rounded-md px-4 py-3 text-small [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0',
        tones[tone],
      )}
    >
      <span aria-hidden="true">{icon}</span>
      <div className="grid min-w-0 gap-1">
        <p className="font-medium [overflow-wrap:anywhere]">{text}</p>
        {detail && <p className="tabular text-caption">{detail}</p>}
      </div>
    </div>
  );
}
