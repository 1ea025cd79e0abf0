import { useQuery } from '@tanstack/react-query';
import { Check, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../lib/i18n.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { useIsDesk } from '../../ui/use-is-desk.ts';
import type { Tribe } from './api.ts';
import { FoldHeading } from './fold-heading.tsx';
import { listOwnerSteps, type OwnerStep, ownerStepsQuery } from './owner-steps.ts';
import { onCover, StepsSkeleton } from './steps-skeleton.tsx';

interface OwnerChecklistProps {
  tribe: Tribe;
  /** Called when all steps are done, or the person dismisses the list. */
  onFinished: () => void;
}

/**
 * The open first steps of a new tribe, each a link to its screen. On a phone, once there are posts, it is one line on
 * the cover, so that it takes no space from them.
 */
export function OwnerChecklist({ tribe, onFinished }: OwnerChecklistProps) {
  const { t } = useTexts('tribe-settings');
  const id = useId();
  const isDesk = useIsDesk();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { data, isError } = useQuery(ownerStepsQuery(tribe.id));
  const steps = data && listOwnerSteps(tribe, data);
  const isDone = steps?.every((step) => step.isDone) ?? false;
  const finish = useEffectEvent(onFinished);
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);
  // On failure it is hidden: the checklist is optional.
  if (isError || isDone) return null;
  if (!steps) return <StepsSkeleton />;
  const isOpen = chosen ?? (isDesk || !data.hasPost);
  return (
    <div className={cx(!isDesk && !isOpen && onCover)}>
      <Card as="section" aria-labelledby={id}>
        <FoldHeading id={id} isOpen={isOpen} onToggle={() => setChosen(!isOpen)} className="focus-ring rounded-lg">
          <span className="grow font-bold font-display">{t('tribeSettings.start.title')}</span>
          <span className="tabular font-normal text-caption text-fg-muted">
            {t('tribeSettings.used', { count: steps.filter((step) => step.isDone).length, most: steps.length })}
          </span>
        </FoldHeading>
        {isOpen && (
          <>
            <ol className="grid px-2">
              {steps.map((step) => (
                <Step key={step.name} step={step} />
              ))}
            </ol>
            <div className="px-2 pb-2">
              <Button size="sm" variant="ghost" onClick={onFinished}>
                {t('tribeSettings.start.hide')}
              </Button>
            </div>
          </>
        )}
      </Card>
    </div>
  );
}

function Step({ step: { name, isDone, to } }: { step: OwnerStep }) {
  const { t } = useTexts('tribe-settings');
  const words = t(`tribeSettings.start.${name}`);
  if (isDone)
    return (
      <li className="flex h-11 items-center gap-3 px-2 text-fg-faint text-small">
        <span className="grid size-6 shrink-0 place-items-center rounded-full bg-moss-soft text-moss">
          <Check aria-hidden="true" className="size-4" />
        </span>
        <span className="truncate line-through">{words}</span>
        <span className="sr-only">{t('tribeSettings.start.isDone')}</span>
      </li>
    );
  return (
    <li>
      <Link
        to={to}
        onClick={name === 'post' ? focusComposer : undefined}
        className="focus-ring flex h-11 items-center gap-3 rounded-md px-2 text-small hover:bg-hover"
      >
        <span aria-hidden="true" className="size-6 shrink-0 rounded-full border-2 border-field-line" />
        <span className="min-w-0 grow truncate">{words}</span>
        <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-fg-faint" />
      </Link>
    </li>
  );
}

/** A post is written on this page. */
const focusComposer = (): void => document.querySelector<HTMLElement>('#new-post textarea')?.focus();
