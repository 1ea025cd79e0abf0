import { CameraOff, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import type { CameraProblem } from './camera-problem.ts';
import { useFocusOnMount } from './use-focus-on-mount.ts';

interface ProblemViewProps {
  problem: CameraProblem;
  onRetry: () => void;
}

/** Why there is no picture, what to do about it, and another attempt. */
export function ProblemView({ problem, onRetry }: ProblemViewProps) {
  const { t } = useTexts('create');
  const button = useRef<HTMLButtonElement>(null);
  useFocusOnMount(button);
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-md place-content-center justify-items-center gap-4 overflow-y-auto px-6 py-8 text-center"
    >
      <CameraOff aria-hidden="true" className="size-10 opacity-60" />
      <p className="font-display font-semibold text-title">{t(`create.camera.problem.${problem}`)}</p>
      <p className="text-pretty text-fg-muted">{t(`create.camera.help.${problem}`)}</p>
      <Button ref={button} data-main icon={<RotateCw />} onClick={onRetry}>
        {t('ui.retry')}
      </Button>
    </div>
  );
}
