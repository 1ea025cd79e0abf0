import { Tooltip as Base } from '@base-ui/react/tooltip';
import { cloneElement, type ReactElement, useId } from 'react';

interface TooltipProps {
  /** A short sentence that explains the control. Never the only place of what people need: touch screens have no hover. */
  text: string;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** The control; it must take a ref and be focusable. */
  children: ReactElement<{ 'aria-describedby'?: string }>;
}

/** Explains a control on hover and on keyboard focus; Escape closes it. The name of an icon button is IconButton's own. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId();
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={cloneElement(children, { 'aria-describedby': id })} />
      {/* Always in the document, so that screen readers have the description before the tip is shown. */}
      <span id={id} hidden>
        {text}
      </span>
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={8} collisionPadding={12} className="z-50">
          <Base.Popup
            role="presentation"
            className="max-w-72 rounded-sm bg-fg px-3 py-1.5 font-medium text-caption text-ground transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
