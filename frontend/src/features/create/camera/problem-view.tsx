import { CameraOff, FolderOpen, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { FileInput } from '../../../ui/files/file-input.tsx';
import type { CameraProblem } from './camera-problem.ts';

interface ProblemViewProps {
  problem: CameraProblem;
  onRetry: () => void;
  /** The types of files that the draft accepts instead. */
  types: readonly string[];
  onFiles: (files: File[]) => void;
}

/** The reason why there is no picture, a remedy, a retry, and the choice of a file instead. */
export function ProblemView({ problem, onRetry, types, onFiles }: ProblemViewProps) {
  const { t } = useTexts('create');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-md place-content-center justify-items-center gap-4 overflow-y-auto px-6 py-8 text-center"
    >
      <CameraOff aria-hidden="true" className="size-10 opacity-60" />
      <p className="font-display font-semibold text-title">{t(`create.camera.problem.${problem}`)}</p>
      <p className="text-pretty text-fg-muted">{t(`create.camera.help.${problem}`)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button data-main icon={<RotateCw />} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
        <Button variant="primary" icon={<FolderOpen />} onClick={() => input.current?.click()}>
          {t('create.camera.chooseFile')}
        </Button>
      </div>
      <FileInput ref={input} label={t('create.camera.chooseFile')} types={types} onFiles={onFiles} />
    </div>
  );
}
