import { cx } from './cx.ts';

interface DotsProps {
  count: number;
  /** The index of the shown item. */
  shown: number;
  /** The accessible name of all dots; without one they are part of a named section. */
  label?: string;
  /** The action of the dot of an item. */
  nameOf: (index: number) => string;
  onShow: (index: number) => void;
  /** Their position on the content. */
  className?: string;
}

/** Buttons for the items of a carousel, on top of a picture. */
export function Dots({ count, shown, label, nameOf, onShow, className }: DotsProps) {
  return (
    <fieldset aria-label={label} className={cx('absolute inset-x-0 z-20 mx-auto flex w-fit', className)}>
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its index
          key={index}
          type="button"
          aria-label={nameOf(index)}
          aria-current={index === shown ? 'true' : undefined}
          onClick={() => onShow(index)}
          className="focus-ring grid h-7 w-6 place-items-center rounded-full"
        >
          <span
            className={cx(
              // Readable on any picture: a shadow and a dark edge.
              'h-1.5 rounded-full bg-fg shadow-[0_0_0_1px_oklch(0_0_0/0.5),0_1px_4px_oklch(0_0_0/0.6)] transition-[width,opacity]',
              index === shown ? 'w-4' : 'w-1.5 opacity-70',
            )}
          />
        </button>
      ))}
    </fieldset>
  );
}
