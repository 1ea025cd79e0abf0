import { AsyncLocalStorage } from 'node:async_hooks';

const storage = new AsyncLocalStorage<true>();

/**
 * Runs `work` as what may use its own store and no peer: a transaction is open, or an event is being applied once. What a
 * peer did would stay when the rest is undone, and while it is asked others would wait for rows and connections.
 */
export const withOwnStoreOnly = <T>(work: () => T): T => storage.run(true, work);

/** Whether `withOwnStoreOnly` holds here. */
export const isOwnStoreOnly = (): boolean => storage.getStore() === true;
