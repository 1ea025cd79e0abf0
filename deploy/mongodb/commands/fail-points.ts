import { CommandError } from '../errors.ts';
import type { Command, Request } from './command.ts';

export const configureFailPoint: Command = {
  names: ['configureFailPoint'],
  fields: ['configureFailPoint', 'mode'],
  unsupported: ['data'],
  run(request) {
    assertAdmin(request);
    const { args, failPoints } = request;
    return { count: failPoints.configure(args.text('configureFailPoint'), args.value('mode')) };
  },
};

export const waitForFailPoint: Command = {
  names: ['waitForFailPoint'],
  fields: ['waitForFailPoint', 'timesEntered'],
  async run(request) {
    assertAdmin(request);
    const { args, failPoints } = request;
    const maxTimeMS = args.count('maxTimeMS');
    if (maxTimeMS === undefined) throw args.missing('maxTimeMS');
    await failPoints.waitFor(args.text('waitForFailPoint'), args.count('timesEntered') ?? 1, maxTimeMS);
    return {};
  },
};

function assertAdmin({ database, args }: Request): void {
  if (database !== 'admin')
    throw new CommandError('Unauthorized', `${args.name} may only be run against the admin database.`);
}
