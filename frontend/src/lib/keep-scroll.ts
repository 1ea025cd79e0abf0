/** The state of a navigation that keeps the scroll position: it shows another part of the same screen. */
export const keepScroll = { keepsScroll: true } as const;

export const keepsScroll = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'keepsScroll' in state && state.keepsScroll === true;
