import { Arguments } from '../arguments.ts';
import { CommandError } from '../errors.ts';
import type { Command, Request } from './command.ts';

export const configureFailPoint: Command = {
  names: ['configureFailPoint'],
  fields: ['configureFailPoint', 'mode', 'data'],
  run(request) {
    assertAdmin(request);
    const { args, failPoints } = request;
    return { count: failPoints.configure(args.text('configureFailPoint'), args.value('mode'), databaseIn(args)) };
  },
};

export const waitForFailPoint: Command = {
  names: ['waitForFailPoint'],
  fields: ['waitForFailPoint', 'timesEntered', 'data'],
  async run(request) {
    assertAdmin(request);
    const { args, failPoints } = request;
    const maxTimeMS = args.count('maxTimeMS');
    if (maxTimeMS === undefined) throw args.missing('maxTimeMS');
    const times = args.count('timesEntered') ?? 1;
    await failPoints.waitFor(args.text('waitForFailPoint'), times, maxTimeMS, databaseIn(args));
    return {};
  },
};

/** Reads `data: { database: 'x' }`, which limits it to one database. MongoDB has no such filter. */
function databaseIn(args: Arguments): string | undefined {
  const data = args.doc('data');
  if (!data) return undefined;
  const filter = new Arguments(`${args.name}.data`, data);
  filter.assertOnly(new Set(['database']), new Set());
  return filter.text('database');
}

function assertAdmin({ database, args }: Request): void {
  if (database !== 'admin')
    throw new CommandError('Unauthorized', `${args.name} may only be run against the admin database.`);
}
