import { run } from '@tribus/kit/service/run.ts';
import { agents } from './service.ts';

await run(agents);
