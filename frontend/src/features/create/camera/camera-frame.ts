/**
 * The picture above its controls; on a phone held sideways the controls are at its right, where it has its full height.
 * Live and captured it has the same place: both have controls of the same height and width.
 */
export const viewClass =
  'relative grid min-h-0 grid-cols-1 grid-rows-[minmax(0,1fr)_auto] sideways:grid-cols-[minmax(0,1fr)_auto] sideways:grid-rows-1';
const columnClass = 'sideways:box-content sideways:w-36 sideways:pr-[env(safe-area-inset-right)]';
export const controlsClass = `min-h-45 p-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] ${columnClass} sideways:overflow-y-auto sideways:pt-16 sideways:pb-2 sideways:pl-0`;
/** The title and the cross; sideways only the cross, above the column of the controls. */
export const headClass = `flex items-center justify-between p-3 pl-5 ${columnClass} sideways:absolute sideways:top-0 sideways:right-0 sideways:z-10 sideways:justify-center sideways:py-2.5 sideways:pl-0`;
/** What the person has to know; sideways at the foot of the picture, as the column is too narrow for it. */
export const noteClass =
  'grid grid-cols-1 gap-3 empty:hidden sideways:absolute sideways:bottom-3 sideways:left-3 sideways:w-[calc(100%-10.5rem)]';
