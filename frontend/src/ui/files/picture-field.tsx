import { ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { useTexts } from '../../lib/i18n.ts';
import { usePreview } from '../../lib/use-preview.ts';
import { cx } from '../cx.ts';
import { IconButton } from '../icon-button.tsx';
import type { FileRules, RefusalReason } from './file-rules.ts';
import { useFileChoice } from './use-file-choice.ts';

interface PictureFieldProps {
  /** What to choose: the name of the button while there is no picture. */
  label: string;
  /** What the picture is, as its alternative text. */
  alt: string;
  /** The chosen one, not yet sent. */
  file: File | null;
  /** The present one; a chosen one is shown instead. */
  url: string | null;
  rules: Omit<FileRules, 'maxCount'>;
  /** Why a file cannot be the picture. */
  problemText: (reason: Exclude<RefusalReason, 'count'>) => string;
  /** Gets null when the chosen picture is taken away. */
  onPick: (file: File | null) => void;
}

/** One picture, shown in its place: press it, drop a file on it, or paste one into it. */
export function PictureField({ label, alt, file, url, rules, problemText, onPick }: PictureFieldProps) {
  const { t } = useTexts();
  const problemId = useId();
  const src = usePreview(file) ?? url;
  const choice = useFileChoice({ ...rules, maxCount: 1 }, 0, ([picked = null]) => onPick(picked));
  const reason = choice.refused[0]?.reason;
  // Of several files the first one is taken; that needs no words.
  const problem = reason && reason !== 'count' ? problemText(reason) : null;
  return (
    <div className="grid grid-cols-1 gap-2">
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
      <input {...choice.inputProps} type="file" accept={rules.types.join()} hidden aria-label={label} />
      {problem && (
        <p id={problemId} role="alert" className="text-danger text-small">
          {problem}
        </p>
      )}
    </div>
  );
}
