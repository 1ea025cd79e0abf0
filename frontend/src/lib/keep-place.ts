/** The state of a navigation after which the page stays scrolled where it is: another part of the same screen is shown. */
export const keepPlace = { keepsPlace: true } as const;

export const keepsPlace = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepsPlace' in state && state.keepsPlace === true;
