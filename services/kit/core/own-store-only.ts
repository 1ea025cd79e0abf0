import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<true>();

/**
 * Runs `work` with access to its own store and without calls to peers: inside a transaction, or while an event is
 * applied exactly once. A rollback would not undo a peer's changes, and a call would hold locks and connections
 * meanwhile.
 */
export const withOwnStoreOnly = <T>(work: () => T): T => storage.run(true, work);

/** Whether the current code runs inside `withOwnStoreOnly`. */
export const isOwnStoreOnly = (): boolean => storage.getStore() === true;
