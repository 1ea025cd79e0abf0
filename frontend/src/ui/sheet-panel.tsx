import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { useCloseOnBack } from './close-on-back.ts';
import { useCloseRequest } from './close-request.ts';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { backdropClass } from './popup.ts';
import { useIsDesk } from './use-is-desk.ts';

export interface SheetProps {
  open: boolean;
  /** Called on Escape, the cross, a click outside, a swipe away and Back. */
  onClose: () => void;
  /** Called after the closing animation. */
  onClosed?: () => void;
  /** Receives the focus after closing; by default, and for null, the element that had it before. */
  focusAfter?: () => HTMLElement | null;
  title: ReactNode;
  children: ReactNode;
  /** Stays visible while the content scrolls. */
  footer?: ReactNode;
  /** Few lines: on a desktop a small window in the middle. */
  brief?: boolean;
  /** Whether the content behind stays sharp, such as a video. */
  sharp?: boolean;
  /** A route of its own, so Back leaves it without a history entry. */
  routed?: boolean;
}

/** On a desktop: as high as the window, entering from the right. */
const panelClass =
  'lg:max-h-none lg:max-w-md lg:data-ending-style:translate-x-[calc(100%+1rem)] lg:data-ending-style:translate-y-0 lg:data-starting-style:translate-x-[calc(100%+1rem)] lg:data-starting-style:translate-y-0';

/** A panel: at the bottom of a phone, where a swipe closes it; at the right on a desktop. */
export function SheetPanel(props: SheetProps) {
  const { open, onClose, onClosed, focusAfter, title, children, footer, brief = false, sharp, routed = false } = props;
  const { t } = useTexts();
  useCloseOnBack(open && !routed, onClose);
  const requestClose = useCloseRequest(open, onClose);
  const desk = useIsDesk();
  return (
    <Drawer.Root
      open={open}
      onOpenChange={requestClose}
      onOpenChangeComplete={(next) => !next && onClosed?.()}
      swipeDirection={desk && !brief ? 'right' : 'down'}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={cx(backdropClass, sharp && 'bg-transparent! backdrop-blur-none!')} />
        <Drawer.Viewport
          className={cx(
            'fixed inset-0 z-40 flex items-end justify-end lg:p-3',
            brief ? 'lg:items-center lg:justify-center' : 'lg:items-stretch',
          )}
        >
          <Drawer.Popup
            finalFocus={() => focusAfter?.() ?? true}
            className={cx(
              'flex max-h-[92dvh] w-full flex-col rounded-t-xl bg-surface shadow-float outline-none transition-transform duration-240 data-swiping:duration-0',
              'translate-x-(--drawer-swipe-movement-x,0px) translate-y-(--drawer-swipe-movement-y,0px)',
              'data-ending-style:translate-y-full data-starting-style:translate-y-full lg:rounded-xl',
              // A screen whose sections arrive one after the other would grow upwards with each of them.
              routed && 'h-[92dvh] lg:h-auto',
              brief ? 'lg:max-w-[26rem]' : panelClass,
            )}
          >
            <div className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-line-strong lg:hidden" />
            <header className="flex shrink-0 items-center justify-between gap-3 py-2.5 pr-3 pl-6">
              {/* The page behind is hidden from screen readers, including its h1. */}
              <Drawer.Title
                render={routed ? <h1>{title}</h1> : <h2>{title}</h2>}
                className="truncate font-bold text-title"
              />
              <Drawer.Close render={<IconButton label={t('ui.close')} tip="none" icon={<X />} />} />
            </header>
            <Drawer.Content className="min-h-0 grow overflow-y-auto overscroll-contain px-6 pb-[max(1.5rem,env(safe-area-inset-bottom))]">
              {children}
            </Drawer.Content>
            {footer && (
              <footer className="shrink-0 border-line border-t px-6 py-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
                {footer}
              </footer>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
