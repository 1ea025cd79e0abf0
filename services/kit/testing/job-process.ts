import { z } from 'zod';
import { defineJob, job } from '../jobs/definition.ts';
import { startJobs } from '../jobs/worker.ts';
import { openThings, processOf } from './things.ts';

/**
 * A replica of a service that a test can kill: it takes a job, prints its name on standard output, and never ends it.
 * Arguments: the database URL and the options of `startJobs` as JSON.
 */
export const holdThing = defineJob('holdThing', { schema: z.object({ name: z.string() }) });

/** Application name of the database connections of that process. */
export const holderName = 'holder';

if (import.meta.main) {
  const [url = '', options = '{}'] = process.argv.slice(2);
  const ctx = processOf(holderName);
  const postgres = await openThings(ctx, url);
  const hold = job(holdThing, async ({ name }) => {
    process.stdout.write(`${name}\n`);
    await new Promise(() => undefined);
  });
  startJobs(ctx, postgres.jobStore, [hold], JSON.parse(options));
}
