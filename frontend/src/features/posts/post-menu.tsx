import { Ellipsis } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useTexts, withTexts } from '../../lib/i18n.ts';
import { LazyPart, lazyComponent } from '../../lib/lazy.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { useLoadErrorToast } from '../../ui/use-load-error-toast.ts';
import { type Point, useLongPress } from '../../ui/use-long-press.ts';
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

/** Opens the same menu on a right click or a long press anywhere on the post. */
export function PostArea({ children, ...props }: PostMenuProps & { children: ReactNode }) {
  const [at, setAt] = useState<Point | null>(null);
  const showLoadError = useLoadErrorToast();
  const longPress = useLongPress(setAt);

  function onContextMenu(event: MouseEvent): void {
    event.preventDefault();
    setAt({ x: event.clientX, y: event.clientY });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: an alternative to the button with three dots
    <div className="grid grid-cols-1 gap-3.5" onContextMenu={onContextMenu} {...longPress}>
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
