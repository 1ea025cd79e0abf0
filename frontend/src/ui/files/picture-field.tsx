import { ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { cx } from '../cx.ts';
import { useFocusOnSwap } from '../focus.ts';
import { IconButton } from '../icon-button.tsx';
import { FileInput } from './file-input.tsx';
import type { FileRules, RefusalReason } from './file-rules.ts';
import { useFileChoice } from './use-file-choice.ts';

interface PictureFieldProps {
  /** The label of the button while there is no picture. */
  label: string;
  /** The alternative text of the picture. */
  alt: string;
  /** The chosen picture, not yet sent. */
  file: File | null;
  /** The current picture; a chosen one replaces it on the screen. */
  url: string | null;
  rules: Omit<FileRules, 'maxCount'>;
  /** Why a file was rejected. */
  problemText: (reason: Exclude<RefusalReason, 'count'>) => string;
  /** Receives null when the chosen picture is removed. */
  onPick: (file: File | null) => void;
  /** Called when the file chosen last was rejected; the reason is shown. */
  onRefused?: (() => void) | undefined;
}

/** A field for one picture: press it, drop a file on it, or paste one into it. */
export function PictureField({ label, alt, file, url, rules, problemText, onPick, onRefused }: PictureFieldProps) {
  const { t } = useTexts();
  const problemId = useId();
  const part = useFocusOnSwap<HTMLDivElement>(file !== null);
  const src = usePreview(file) ?? url;
  const choice = useFileChoice({ ...rules, maxCount: 1 }, 0, ([picked = null]) => onPick(picked), onRefused);
  const reason = choice.refused[0]?.reason;
  // The first of several files is chosen, without a message.
  const problem = reason && reason !== 'count' ? problemText(reason) : null;
  return (
    <div ref={part} className="grid grid-cols-1 gap-2">
      <div className="relative">
        <button
          type="button"
          onClick={choice.pick}
          {...choice.targetProps}
          aria-describedby={problem ? problemId : undefined}
          className={cx(
            'pressable focus-ring grid h-40 w-full place-items-center overflow-hidden rounded-lg bg-sunken text-fg-faint sm:h-52',
            !src && 'outline-2 outline-dashed -outline-offset-2 hover:text-fg',
            choice.over ? 'outline-ember' : 'outline-field-line',
          )}
        >
          {src ? (
            <img src={src} alt={alt} className="size-full object-cover" />
          ) : (
            <span className="grid justify-items-center gap-2 font-display font-semibold text-small">
              <ImagePlus aria-hidden="true" className="size-7" />
              {label}
            </span>
          )}
        </button>
        {file && (
          <span data-theme="dark" className="absolute top-2 right-2">
            <IconButton
              size="sm"
              tip="none"
              label={t('ui.files.remove')}
              icon={<X />}
              onClick={() => onPick(null)}
              className="bg-scrim text-fg"
            />
          </span>
        )}
      </div>
      <FileInput {...choice.inputProps} label={label} types={rules.types} />
      {problem && (
        <p id={problemId} role="alert" className="text-danger text-small">
          {problem}
        </p>
      )}
    </div>
  );
}
