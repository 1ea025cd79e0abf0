import { generateKeyPairSync } from 'node:crypto';
import type { Env } from '@tribus/kit/core/config.ts';
import { examplesOf, toVariableName } from '@tribus/kit/core/settings.ts';
import { definitions } from '../checks/definitions.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Required settings of any process except its stores; its peers are unavailable. */
export const bareEnvironment: Env = {
  ...Object.fromEntries(
    definitions.flatMap(({ name }) => [
      [toVariableName(name, 'GRPC'), '127.0.0.1:1'],
      [toVariableName(name, 'HTTP'), 'http://127.0.0.1:1'],
    ]),
  ),
  ...examplesOf(definitions.flatMap(({ variables }) => variables)),
  PORT: '0',
  JWT_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  JWT_PUBLIC_KEYS: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
};
