import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { useCloseOnBack } from './close-on-back.ts';
import { useCloseRequest } from './close-request.ts';
import { cx } from './cx.ts';
import { FormError } from './form-error.tsx';
import { IconButton } from './icon-button.tsx';
import { backdropClass } from './popup.ts';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, the cross, a click outside and Back. */
  onClose: () => void;
  title: ReactNode;
  /** Explanation under the title. */
  text?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot; the primary last. */
  actions?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** Receives the focus after closing; by default, and for null, the element that had it before. */
  focusAfter?: (() => HTMLElement | null) | undefined;
  /** False when the opener handles Back for both (`useCloseOnBack` with `persists`). */
  closesOnBack?: boolean | undefined;
}

const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' } as const;

/** A modal dialog. Traps the focus and returns it on closing. */
export function Dialog({
  open,
  onClose,
  title,
  text,
  children,
  actions,
  size = 'sm',
  focusAfter,
  closesOnBack = true,
}: DialogProps) {
  const { t } = useTexts();
  useCloseOnBack(open && closesOnBack, onClose);
  return (
    <Base.Root open={open} onOpenChange={useCloseRequest(open, onClose)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            finalFocus={() => focusAfter?.() ?? true}
            className={cx(
              'relative grid w-full gap-4 rounded-xl bg-raised p-6 shadow-float outline-none transition-[transform,opacity] duration-200',
              'data-ending-style:scale-97 data-starting-style:scale-97 data-ending-style:opacity-0 data-starting-style:opacity-0',
              WIDTHS[size],
            )}
          >
            <div className="grid gap-2 pr-10">
              <Base.Title className="font-bold text-title">{title}</Base.Title>
              {text && <Base.Description className="text-fg-muted text-small">{text}</Base.Description>}
            </div>
            {children}
            {actions && <div className="mt-2 flex flex-wrap justify-end gap-3">{actions}</div>}
            {/* Last in the DOM, so that the first focus goes to the content and not to the cross. */}
            <div className="absolute top-3.5 right-3.5">
              <Base.Close render={<IconButton label={t('ui.close')} tip="none" icon={<X />} />} />
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ConfirmProps {
  open: boolean;
  title: ReactNode;
  /** The consequences of the confirmed action. */
  text: ReactNode;
  /** The verb: "Borrar", "Salir". */
  confirm: string;
  busy?: boolean;
  /** The error message of a failed action; the dialog remains open. */
  error?: ReactNode;
  /** Whether the confirmed action is harmless, so that its button is not red. */
  isHarmless?: boolean;
  focusAfter?: DialogProps['focusAfter'];
  closesOnBack?: DialogProps['closesOnBack'];
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms a permanent deletion. */
export function ConfirmPanel({ open, title, text, confirm, busy, error, isHarmless, ...rest }: ConfirmProps) {
  const { focusAfter, closesOnBack, onConfirm, onClose } = rest;
  const { t } = useTexts();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      text={text}
      focusAfter={focusAfter}
      closesOnBack={closesOnBack}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant={isHarmless ? 'primary' : 'danger'} loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {error && <FormError>{error}</FormError>}
    </Dialog>
  );
}
