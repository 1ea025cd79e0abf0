import { useNavigate } from 'react-router-dom';

/** Goes back to where one came from; to `otherwise` when the page was opened by its address. */
export function useGoBack(otherwise: string): () => void {
  const navigate = useNavigate();
  // The router counts the entries it has made in the state of each.
  return () => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(otherwise));
}
