import { run } from '@tribus/kit/runtime/run.ts';
import { agents } from './service.ts';

await run(agents);
