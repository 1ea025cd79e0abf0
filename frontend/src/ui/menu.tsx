import { Menu as Base } from '@base-ui/react/menu';
import { type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { Link, useHref, useLocation, useNavigate } from 'react-router-dom';
import { cx } from './cx.ts';
import { afterOverlays } from './overlay-history.ts';
import type { Point } from './point.ts';
import { menuClass, popupItemClass } from './popup.ts';

import { usePopup } from './use-popup.ts';

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
  const popup = usePopup(defaultOpen);
  return (
    <Base.Root modal={false} {...popup}>
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
  const popup = usePopup(true);
  return (
    <Base.Root modal={false} {...popup} onOpenChangeComplete={(open) => !open && onClose()}>
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
  /** Whether the action is destructive. */
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

interface MenuLinkProps {
  icon?: ReactNode;
  children: ReactNode;
  /** After the text: a pending count. */
  count?: ReactNode;
  to: string;
  state?: unknown;
}

/** Leads to another page, from which Back returns to this one with the menu closed. */
export function MenuLink({ icon, children, count, to, state }: MenuLinkProps) {
  const navigate = useNavigate();
  const isHere = useHref(to) === useHref(useLocation());
  function follow(event: MouseEvent): void {
    // A click that opens another tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    afterOverlays(() => void navigate(to, { state, replace: isHere }));
  }
  return (
    <Base.LinkItem render={<Link to={to} state={state} />} closeOnClick onClick={follow} className={popupItemClass()}>
      {icon}
      <span className="grow truncate">{children}</span>
      {count}
    </Base.LinkItem>
  );
}

/** Opens an address of this app in a new tab. */
export function MenuNewTabLink({ icon, children, to }: Pick<MenuLinkProps, 'icon' | 'children' | 'to'>) {
  return (
    <Base.LinkItem render={<Link to={to} target="_blank" rel="noopener" />} closeOnClick className={popupItemClass()}>
      {icon}
      <span className="grow truncate">{children}</span>
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
