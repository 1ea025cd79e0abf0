import { cx } from './cx.ts';

/** Classes of a floating panel: menu, select, combobox. It scales from the corner nearest its anchor. */
export const popupClass = cx(
  'min-w-44 max-w-[min(22rem,calc(100vw-1.5rem))] origin-(--transform-origin) rounded-lg bg-raised p-1.5 text-fg shadow-float outline-none',
  'transition-[transform,opacity] duration-150 data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0',
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
