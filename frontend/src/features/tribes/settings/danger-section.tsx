import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { useFocusOnSwap } from '../../../ui/focus.ts';

interface DangerSectionProps {
  id: string;
  title: string;
  /** The consequences of the action. */
  text: string;
  /** The label of the button that opens the form. */
  open: string;
  /** The form; receives a function that closes it. */
  children: (close: () => void) => ReactNode;
}

/** An action that the person cannot undo: the consequences are listed first, and its form opens on demand. */
export function DangerSection({ id, title, text, open, children }: DangerSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const section = useFocusOnSwap<HTMLElement>(isOpen);
  return (
    <section
      ref={section}
      aria-labelledby={id}
      className="grid grid-cols-1 gap-4 rounded-lg border border-danger/40 p-4 sm:p-6"
    >
      <div className="grid gap-1">
        <h2 id={id} className="font-bold text-title">
          {title}
        </h2>
        <p className="text-pretty text-fg-muted text-small">{text}</p>
      </div>
      {isOpen ? (
        children(() => setOpen(false))
      ) : (
        <Button className="justify-self-start" onClick={() => setOpen(true)}>
          {open}
        </Button>
      )}
    </section>
  );
}

interface DangerButtonsProps {
  /** Label of the confirm button. */
  confirm: string;
  isReady?: boolean;
  busy: boolean;
  onClose: () => void;
}

/** The buttons of its form. */
export function DangerButtons({ confirm, isReady = true, busy, onClose }: DangerButtonsProps) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" variant="danger" disabled={!isReady} loading={busy}>
        {confirm}
      </Button>
      <Button variant="ghost" disabled={busy} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
    </div>
  );
}

/** Whether the typed text is the name, by the same comparison as the service. */
export const isTyped = (typed: string, name: string): boolean =>
  typed.trim().normalize('NFC') === name.trim().normalize('NFC');
