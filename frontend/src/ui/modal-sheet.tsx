import { useState } from 'react';
import { useCloseModal } from './modal-link.tsx';
import { useTitle } from './page.tsx';
import { SheetPanel, type SheetProps } from './sheet-panel.tsx';

interface ModalSheetProps extends Omit<SheetProps, 'open' | 'onClose' | 'routed' | 'title'> {
  /** Also that of the document. */
  title: string;
  /** The target of closing when the address was opened directly. */
  otherwise: string;
}

/** The sheet of a modal route. After it has closed, the router goes back. */
export function ModalSheet({ otherwise, children, ...sheet }: ModalSheetProps) {
  useTitle(sheet.title, true);
  const leave = useCloseModal(otherwise);
  const [open, setOpen] = useState(true);
  return (
    <SheetPanel {...sheet} routed open={open} onClose={() => setOpen(false)} onClosed={leave}>
      <div className="in-order">{children}</div>
    </SheetPanel>
  );
}
