import { run } from '@tribus/kit/service.ts';
import { agents } from './service.ts';

await run(agents);
