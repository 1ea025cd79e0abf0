import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { DropButton } from './drop-button.tsx';
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
  const choice = useFileChoice(rules, count, onFiles);
  return (
    <div className="grid grid-cols-1 gap-2">
      <DropButton
        icon={icon}
        label={label}
        rules={rules}
        count={count}
        over={choice.over}
        disabled={disabled}
        onClick={choice.pick}
        {...choice.targetProps}
      />
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
