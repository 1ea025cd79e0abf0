import { Check } from 'lucide-react';
import { useTexts } from '../lib/i18n.ts';
import { cx } from './cx.ts';
import { onSinglePress } from './single-press.ts';

export interface Step {
  id: string;
  label: string;
}

interface StepperProps {
  /** The accessible name: the purpose of the steps. */
  label: string;
  steps: readonly Step[];
  /** The id of the current step. */
  current: string;
  /** Lets people return to a completed step. */
  onStep?: (id: string) => void;
}

/** The steps of a wizard: completed, current and upcoming. On a phone only the current one is named. */
export function Stepper({ label, steps, current, onStep }: StepperProps) {
  const { t } = useTexts();
  const at = steps.findIndex(({ id }) => id === current);
  return (
    <nav aria-label={label}>
      <p className="flex items-baseline justify-between gap-3 sm:hidden" aria-hidden="true">
        <span className="truncate font-display font-semibold">{steps[at]?.label}</span>
        <span className="tabular shrink-0 text-caption text-fg-muted">
          {t('ui.stepper.of', { number: at + 1, total: steps.length })}
        </span>
      </p>
      <ol className="flex gap-1.5 sm:gap-3">
        {steps.map((step, index) => (
          <li key={step.id} aria-current={index === at ? 'step' : undefined} className="min-w-0 flex-1">
            <StepMark
              step={step}
              number={index + 1}
              state={index < at ? 'done' : index === at ? 'current' : 'next'}
              onStep={index < at ? onStep : undefined}
            />
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface StepMarkProps {
  step: Step;
  number: number;
  state: 'done' | 'current' | 'next';
  onStep: ((id: string) => void) | undefined;
}

function StepMark({ step, number, state, onStep }: StepMarkProps) {
  const { t } = useTexts();
  const content = (
    <>
      <span className={cx('block h-1.5 rounded-full', state === 'next' ? 'bg-line-strong' : 'bg-ember')} />
      <span
        className={cx(
          'flex items-center gap-1.5 pt-2 text-caption max-sm:sr-only',
          state === 'current' ? 'font-semibold text-fg' : 'text-fg-muted',
        )}
      >
        {state === 'done' ? (
          <Check aria-hidden="true" strokeWidth={3} className="size-4 shrink-0 text-ember-text" />
        ) : (
          <span className="tabular">{number}.</span>
        )}
        <span className="truncate">{step.label}</span>
        {state === 'done' && <span className="sr-only">{t('ui.stepper.done')}</span>}
      </span>
    </>
  );
  if (!onStep) return <span className="block py-4.5 sm:py-2">{content}</span>;
  return (
    <button
      type="button"
      onClick={onSinglePress(() => onStep(step.id))}
      className="focus-ring block w-full rounded-sm py-4.5 text-left sm:py-2"
    >
      {content}
    </button>
  );
}
