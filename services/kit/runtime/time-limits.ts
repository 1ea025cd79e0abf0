/** Milliseconds that a call between services may take. */
export const callMs = 2_000;

/**
 * Milliseconds after which a store that does not answer counts as away. It is less than `callMs`, so that a service
 * says itself that its store is away (503) before its caller has given up.
 */
export const storeMs = 1_800;

/** Milliseconds after which a store ends a slow statement itself; less than `storeMs`, which is for a store that hangs. */
export const statementMs = 1_500;
