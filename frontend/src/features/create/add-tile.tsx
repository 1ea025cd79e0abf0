import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface AddTileProps {
  icon: LucideIcon;
  label: string;
  /** The accepted types, or the reason why no further file is accepted. */
  hint: ReactNode;
  disabled: boolean;
  /** Files are dragged over the panel. */
  over: boolean;
  /** A square in a grid of pictures, which shows the hint only while it is disabled. */
  square: boolean;
  onPress: () => void;
}

/** A button that opens the file picker, of the size of a picture. */
export function AddTile({ icon: Icon, label, hint, disabled, over, square, onPress }: AddTileProps) {
  return (
    <button
      type="button"
      data-add-tile=""
      disabled={disabled}
      onClick={onPress}
      className={cx(
        'pressable focus-ring grid size-full place-items-center content-center gap-1 border-2 border-dashed p-1.5 text-center',
        'disabled:cursor-not-allowed disabled:opacity-45',
        square ? 'aspect-square rounded-sm' : 'min-h-22 rounded-lg',
        over ? 'border-ember bg-ember-soft' : 'border-field-line bg-sunken hover:border-fg-faint',
      )}
    >
      <Icon aria-hidden="true" className="size-6 text-fg-faint" />
      <span className="font-display font-semibold text-small leading-tight">{label}</span>
      <span className={cx('text-balance text-caption text-fg-muted leading-tight', square && !disabled && 'sr-only')}>
        {hint}
      </span>
    </button>
  );
}
