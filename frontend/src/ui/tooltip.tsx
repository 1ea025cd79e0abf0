import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** Words beside something that is not a plain icon button (those have their own tip). Never the only place of a fact. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} collisionPadding={12} className="z-50">
          <Base.Popup className="max-w-64 origin-(--transform-origin) rounded-sm bg-fg px-2.5 py-1.5 text-caption text-ground shadow-float transition-[transform,opacity] duration-100 data-starting-style:scale-95 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
