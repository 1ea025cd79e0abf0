import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/button.tsx';

interface DangerSectionProps {
  id: string;
  title: string;
  /** What is lost. */
  text: string;
  /** Of the button that opens the form. */
  open: string;
  /** The form, given how to close it. */
  children: (close: () => void) => ReactNode;
}

/** Something that cannot be undone by who does it: what is lost stands above, and its form comes on demand. */
export function DangerSection({ id, title, text, open, children }: DangerSectionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4 rounded-lg border border-danger/40 p-4 sm:p-6">
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
  /** The verb. */
  confirm: string;
  isReady?: boolean;
  busy: boolean;
  onClose: () => void;
}

/** The last buttons of its form. */
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

/** Whether what was typed is the name, as the service judges it. */
export const isTyped = (typed: string, name: string): boolean =>
  typed.trim().normalize('NFC') === name.trim().normalize('NFC');
