import { Ellipsis } from 'lucide-react';
import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import type { Point } from '../../ui/point.ts';
import { useLoadErrorToast } from '../../ui/use-load-error-toast.ts';
import type { PostMenuProps } from './post-menu-items.tsx';

const ButtonMenu = lazyComponent(
  withTexts(async () => (await import('./post-menu-items.tsx')).PostButtonMenu, 'safety', 'moderation'),
);
const PointMenu = lazyComponent(
  withTexts(async () => (await import('./post-menu-items.tsx')).PostPointMenu, 'safety', 'moderation'),
);

/** The menu of a post; its code is loaded with the first press of its button. */
export function PostMenu(props: PostMenuProps) {
  const { t } = useTexts();
  return (
    <LazyMenu button={<IconButton size="sm" label={t('ui.more')} tip="none" icon={<Ellipsis />} />}>
      <ButtonMenu {...props} />
    </LazyMenu>
  );
}

/** Where the menu of the browser is more useful: for links, media with a menu of their own, and what is typed. */
const OWN_MENU = 'a, video, iframe, input, textarea, select, [contenteditable]';

/**
 * Opens the same menu, with a link to a new tab, on a right click or the menu key anywhere on the post. A long touch, and
 * a second right click while it is open, are left to the browser.
 */
export function PostArea({ children, ...props }: PostMenuProps & { children: ReactNode }) {
  const [at, setAt] = useState<Point | null>(null);
  const showLoadError = useLoadErrorToast();
  const pointer = useRef({ isTouch: false, wasOpen: false });

  function onPointerDown({ pointerType }: PointerEvent): void {
    pointer.current = { isTouch: pointerType === 'touch', wasOpen: at !== null };
  }

  function onContextMenu(event: MouseEvent): void {
    const { isTouch, wasOpen } = pointer.current;
    if (isTouch || wasOpen || !isForPost(event)) return;
    event.preventDefault();
    setAt({ x: event.clientX, y: event.clientY });
  }

  function onKeyDown(): void {
    pointer.current = { isTouch: false, wasOpen: at !== null };
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an alternative to the button with three dots
    <div
      className="contents"
      onContextMenu={onContextMenu}
      onPointerDownCapture={onPointerDown}
      onKeyDownCapture={onKeyDown}
    >
      {children}
      {at && (
        <LazyPart
          key={`${at.x} ${at.y}`}
          onFailed={(error) => {
            showLoadError(error);
            setAt(null);
          }}
        >
          <PointMenu {...props} at={at} onClose={() => setAt(null)} />
        </LazyPart>
      )}
    </div>
  );
}

/** Whether a right click is about the post: not on a menu or a sheet of the post, nor where the browser has more to offer. */
function isForPost({ target, currentTarget }: MouseEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(OWN_MENU)) return false;
  const selection = window.getSelection();
  return selection === null || selection.isCollapsed || !selection.containsNode(target, true);
}
