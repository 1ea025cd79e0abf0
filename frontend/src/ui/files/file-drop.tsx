import { Upload } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { FileInput } from './file-input.tsx';
import { type FileRules, type Refusal, typeNames } from './file-rules.ts';
import { useFileChoice } from './use-file-choice.ts';

interface FileDropProps {
  /** The label of the button. */
  label: string;
  rules: FileRules;
  /** The number of files already chosen; they count towards `rules.maxCount`. */
  count?: number;
  icon?: ReactNode;
  disabled?: boolean;
  /** Receives the files that match the rules; the others are listed with the reason. */
  onFiles: (files: File[]) => void;
}

/** A target for dropping and pasting files, and a button for the file picker. */
export function FileDrop({ label, rules, count = 0, icon = <Upload />, disabled, onFiles }: FileDropProps) {
  const { t } = useTexts();
  const format = useFormat();
  const hintId = useId();
  const choice = useFileChoice(rules, count, onFiles);
  const full = count >= rules.maxCount;
  return (
    <div className="grid grid-cols-1 gap-2">
      <button
        type="button"
        disabled={disabled || full}
        aria-describedby={hintId}
        onClick={choice.pick}
        {...choice.targetProps}
        className={cx(
          'pressable focus-ring grid min-h-32 w-full place-items-center gap-1.5 rounded-lg border-2 border-dashed p-5 text-center',
          'disabled:cursor-not-allowed disabled:opacity-45',
          choice.over
            ? 'border-ember bg-ember-soft'
            : 'border-field-line bg-sunken hover:border-fg-faint light:bg-raised',
        )}
      >
        <span aria-hidden="true" className="text-fg-faint [&_svg]:size-7">
          {icon}
        </span>
        <span className="font-display font-semibold text-small">{label}</span>
        <span id={hintId} className="text-balance text-caption text-fg-muted">
          {full ? (
            t('ui.files.full', { max: format.number(rules.maxCount) })
          ) : (
            <>
              <span className="pointer-coarse:hidden">{t('ui.files.drop')} </span>
              {t('ui.files.hint', { types: format.list(typeNames(rules.types)), max: format.number(rules.maxMb) })}
            </>
          )}
        </span>
      </button>
      <FileInput {...choice.inputProps} label={label} types={rules.types} multiple={rules.maxCount > 1} />
      <RefusedFiles refused={choice.refused} rules={rules} />
    </div>
  );
}

/** Lists the rejected files, each with the reason. */
export function RefusedFiles({ refused, rules }: { refused: readonly Refusal[]; rules: FileRules }) {
  const { t } = useTexts();
  const format = useFormat();
  const limits = {
    types: format.list(typeNames(rules.types)),
    max: format.number(rules.maxMb),
    count: format.number(rules.maxCount),
  };
  const sentences = {
    type: (name: string) => t('ui.files.wrongType', { name, types: limits.types }),
    size: (name: string) => t('ui.files.tooLarge', { name, max: limits.max }),
    empty: (name: string) => t('ui.files.empty', { name }),
    count: (name: string) => t('ui.files.tooMany', { name, max: limits.count }),
  };
  return (
    <div role="alert" className="empty:hidden">
      {refused.length > 0 && (
        <ul className="grid gap-1 text-danger text-small">
          {refused.map(({ name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes
            <li key={index} className="[overflow-wrap:anywhere]">
              {sentences[reason](name)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
