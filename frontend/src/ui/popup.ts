import { cx } from './cx.ts';

/** Classes of a floating panel. It scales from the corner nearest its anchor. */
const panelClass = cx(
  'origin-(--transform-origin) rounded-lg bg-raised p-1.5 text-fg shadow-float outline-none overflow-y-auto overscroll-contain',
  'transition-[transform,opacity] duration-150 data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0',
);

/** Classes of a menu: as large as its items need, within the screen. */
export const menuClass = cx(panelClass, 'max-h-(--available-height) min-w-44 max-w-[min(22rem,calc(100vw-1.5rem))]');

/** Classes of the options of a select or a combobox: as wide as their field, or wider when they need it. */
export const optionsClass = cx(
  panelClass,
  'min-w-(--anchor-width) max-w-[max(var(--anchor-width),min(22rem,100vw-1.5rem))]',
);

/** Classes of an item in it. */
export function popupItemClass(danger = false): string {
  return cx(
    'flex min-h-11 w-full cursor-default select-none items-center gap-3 rounded-sm px-3 text-left text-small outline-none [&>svg]:size-4.5 [&>svg]:shrink-0',
    'data-disabled:opacity-45 data-highlighted:bg-hover',
    danger ? 'text-danger' : 'text-fg [&>svg]:text-fg-faint',
  );
}

/** Classes of the backdrop of a dialog or a sheet. */
export const backdropClass =
  'fixed inset-0 z-40 bg-scrim backdrop-blur-[2px] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';
