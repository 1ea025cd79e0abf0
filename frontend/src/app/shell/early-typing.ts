let typed = '';

function note(event: KeyboardEvent): void {
  if (event.key.length > 1 || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  typed += event.key;
}

/** Returns `load`, which from then on also records what is typed, until `takeTyped` or a failure. */
export const recordTyping =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () => {
    window.addEventListener('keydown', note, true);
    return load().catch((error) => {
      takeTyped();
      throw error;
    });
  };

/** Returns what was typed while the code was loading, and ends the recording. */
export function takeTyped(): string {
  window.removeEventListener('keydown', note, true);
  const taken = typed;
  typed = '';
  return taken;
}
