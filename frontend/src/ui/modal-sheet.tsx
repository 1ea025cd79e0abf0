import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { backgroundOf } from './modal-link.tsx';
import { Sheet, type SheetProps } from './sheet.tsx';

/** Closes a modal route: back to the page behind it, or to `otherwise` when it was opened by its address. */
export function useCloseModal(otherwise: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return () => {
    if (backgroundOf(state)) navigate(-1);
    else navigate(otherwise, { replace: true });
  };
}

interface ModalSheetProps extends Omit<SheetProps, 'open' | 'onClose' | 'routed'> {
  /** Where closing leads when the address was opened directly. */
  otherwise: string;
}

/** The sheet of a modal route. Escape, the cross and a swipe close it, then the address goes back. */
export function ModalSheet({ otherwise, ...sheet }: ModalSheetProps) {
  const leave = useCloseModal(otherwise);
  const [open, setOpen] = useState(true);
  return <Sheet {...sheet} routed open={open} onClose={() => setOpen(false)} onClosed={leave} />;
}
