import { type NavigateOptions, useNavigate } from 'react-router-dom';

/**
 * The parameters of the browser's current address. Those of the router are those of the last rendering: merging a
 * change into them would undo a change that is not rendered yet.
 */
export const currentParams = (): URLSearchParams => new URLSearchParams(window.location.search);

/** Returns the current parameters with changes; an empty value removes its parameter. */
export function withParams(changes: Readonly<Record<string, string>>): URLSearchParams {
  const params = currentParams();
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params;
}

type ChangeParams = (changes: Readonly<Record<string, string>>, options?: NavigateOptions) => void;

/** Returns a function that changes parameters of the current address (`withParams`), by default in its history entry. */
export function useChangeParams(): ChangeParams {
  const navigate = useNavigate();
  return (changes, options = { replace: true }) => {
    const params = withParams(changes).toString();
    void navigate({ pathname: window.location.pathname, search: params && `?${params}` }, options);
  };
}
