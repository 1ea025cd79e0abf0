import { type NavigateOptions, useNavigate } from 'react-router-dom';

/**
 * The parameters of the browser's current address. Those of the router are those of the last rendering: merging a
 * change into them would undo a change that is not rendered yet.
 */
export const currentParams = (): URLSearchParams => new URLSearchParams(window.location.search);

/** Sets parameters and keeps the others; an empty value removes one. */
export function withParams(params: URLSearchParams, changes: Readonly<Record<string, string>>): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
}

type ChangeParams = (changes: Readonly<Record<string, string>>, options?: NavigateOptions) => void;

/** Returns a function that changes parameters of the current address (`withParams`), by default in its history entry. */
export function useChangeParams(): ChangeParams {
  const navigate = useNavigate();
  return (changes, options = { replace: true }) => {
    const params = withParams(currentParams(), changes).toString();
    void navigate({ pathname: window.location.pathname, search: params && `?${params}` }, options);
  };
}
