import { MAX_DOCUMENT } from '../collection.ts';
import { CommandError } from '../errors.ts';
import { MAX_MESSAGE } from '../wire.ts';
import type { Command } from './command.ts';
import { MAX_BATCH } from './writes.ts';

const VERSION = [7, 0, 0, 0];
/** Wire version of MongoDB 7.0. */
const WIRE_VERSION = 21;

/**
 * Describes a standalone server without sessions, so that drivers send no transaction numbers for retries. Without a
 * topology version, so that drivers poll instead of waiting on a stream.
 */
export const hello: Command = {
  names: ['hello', 'isMaster', 'ismaster'],
  run({ connectionId, args }) {
    return {
      helloOk: true,
      [args.name === 'hello' ? 'isWritablePrimary' : 'ismaster']: true,
      maxBsonObjectSize: MAX_DOCUMENT,
      maxMessageSizeBytes: MAX_MESSAGE,
      maxWriteBatchSize: MAX_BATCH,
      localTime: new Date(),
      connectionId,
      minWireVersion: 0,
      maxWireVersion: WIRE_VERSION,
      readOnly: false,
    };
  },
};

export const ping: Command = { names: ['ping'], fields: ['ping'], run: () => ({}) };

export const endSessions: Command = { names: ['endSessions'], fields: ['endSessions'], run: () => ({}) };

export const buildInfo: Command = {
  names: ['buildInfo', 'buildinfo'],
  fields: ['buildInfo', 'buildinfo'],
  run: () => ({
    version: VERSION.slice(0, 3).join('.'),
    versionArray: VERSION,
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT,
    modules: ['tribus-local'],
  }),
};

export const getParameter: Command = {
  names: ['getParameter'],
  fields: ['getParameter', 'featureCompatibilityVersion'],
  run({ args }) {
    if (args.value('featureCompatibilityVersion') === undefined) {
      throw new CommandError('InvalidOptions', 'no option found to get');
    }
    return { featureCompatibilityVersion: { version: VERSION.slice(0, 2).join('.') } };
  },
};
