import { useNavigate } from 'react-router-dom';
import { afterOverlays } from '../ui/overlay-history.ts';

/** Goes back to the previous screen; to `otherwise` when this one was opened by its address. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  // The router counts its entries in the state of each.
  return () => afterOverlays(() => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(otherwise)));
}
