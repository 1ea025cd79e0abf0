import { useEffect, useEffectEvent } from 'react';

/**
 * Takes files pasted on the page while it is active, whatever has the focus: mostly nothing has. Not by React's event,
 * which reaches the owner of a panel twice.
 */
export function usePastedFiles(active: boolean, take: (files: File[]) => void): void {
  const onPaste = useEffectEvent(({ clipboardData }: ClipboardEvent) => take([...(clipboardData?.files ?? [])]));
  useEffect(() => {
    if (!active) return;
    const listener = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, [active]);
}
