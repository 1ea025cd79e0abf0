import type { ComponentProps, ReactNode } from 'react';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { cx } from '../cx.ts';
import { type FileRules, typeNames } from './file-rules.ts';

interface DropButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  icon: ReactNode;
  label: string;
  rules: FileRules;
  /** The number of files already chosen: at `rules.maxCount` it is disabled. */
  count: number;
  /** Files are dragged over it, or over the panel round it. */
  over: boolean;
  /**
   * `area`: as wide as its parent. `tile`: beside others. `square`: in a grid of pictures; it shows what is accepted only
   * to screen readers.
   */
  shape?: 'area' | 'tile' | 'square';
}

const shapes = {
  area: 'min-h-32 w-full gap-1.5 rounded-lg p-5 [&_svg]:size-7',
  tile: 'size-full min-h-22 content-center gap-1 rounded-lg p-1.5 [&_svg]:size-6',
  square: 'aspect-square size-full content-center gap-1 rounded-sm p-1.5 [&_svg]:size-6',
};

/** A button that opens the file picker, with what is accepted, or why nothing more is; files are dropped on it. */
export function DropButton(props: DropButtonProps) {
  const { icon, label, rules, count, over, shape = 'area', disabled, ...button } = props;
  const { t } = useTexts();
  const format = useFormat();
  const isArea = shape === 'area';
  const isFull = count >= rules.maxCount;
  return (
    <button
      {...button}
      type="button"
      disabled={disabled || isFull}
      className={cx(
        'pressable focus-ring grid place-items-center border-2 border-dashed text-center',
        'disabled:cursor-not-allowed disabled:opacity-45',
        shapes[shape],
        over ? 'border-ember bg-ember-soft' : 'border-field-line bg-sunken hover:border-fg-faint',
        isArea && !over && 'light:bg-raised',
      )}
    >
      <span aria-hidden="true" className="text-fg-faint">
        {icon}
      </span>
      <span className={cx('font-display font-semibold text-small', !isArea && 'leading-tight')}>{label}</span>
      <span
        className={cx(
          'text-balance text-caption text-fg-muted',
          !isArea && 'leading-tight',
          shape === 'square' && !isFull && 'sr-only',
        )}
      >
        {isArea && !isFull && <span className="pointer-coarse:hidden">{t('ui.files.drop')} </span>}
        {isFull
          ? t('ui.files.full', { max: format.number(rules.maxCount) })
          : t('ui.files.hint', { types: format.list(typeNames(rules.types)), max: format.number(rules.maxMb) })}
      </span>
    </button>
  );
}
