/** The picture above its controls. Live and captured it has the same place: both have controls of the same height. */
export const viewClass = 'grid min-h-0 grid-cols-1 grid-rows-[minmax(0,1fr)_auto]';
export const controlsClass = 'min-h-45 p-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]';
