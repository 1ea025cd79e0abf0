import { Menu as Base } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './cx.ts';
import { menuClass, popupItemClass } from './popup.ts';
import type { Point } from './use-long-press.ts';

export interface MenuProps {
  /** The button that opens it; receives the ARIA attributes. */
  trigger: ReactElement;
  /** MenuItem, MenuLink, MenuSeparator, MenuLabel. */
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** Opens on mount: the button was pressed before the code had loaded. */
  defaultOpen?: boolean | undefined;
  className?: string;
}

export function Menu({ trigger, children, align = 'end', side = 'bottom', defaultOpen, className }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={8} collisionPadding={12} className="z-50">
          <Base.Popup className={cx(menuClass, className)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A context menu, open at a point of the window. */
export function PointMenu({ at, onClose, children }: { at: Point; onClose: () => void; children: ReactNode }) {
  const [anchor] = useState(() => ({ getBoundingClientRect: () => new DOMRect(at.x, at.y) }));
  return (
    <Base.Root modal={false} defaultOpen onOpenChangeComplete={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side="bottom" align="start" className="z-50" collisionPadding={12}>
          <Base.Popup className={menuClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect: () => void;
  /** Destructive. */
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ icon, children, onSelect, danger, disabled }: MenuItemProps) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={popupItemClass(danger)}>
      {icon}
      <span className="grow truncate">{children}</span>
    </Base.Item>
  );
}

export interface MenuLinkProps {
  icon?: ReactNode;
  children: ReactNode;
  /** After the words: how many wait there. */
  count?: ReactNode;
  to: string;
  state?: unknown;
}

export function MenuLink({ icon, children, count, to, state }: MenuLinkProps) {
  return (
    <Base.LinkItem render={<Link to={to} state={state} />} closeOnClick className={popupItemClass()}>
      {icon}
      <span className="grow truncate">{children}</span>
      {count}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-3 my-1.5 h-px bg-line" />;
}

/** Heading of a group of items. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-3 pt-2 pb-1 text-caption text-fg-faint">{children}</div>;
}
