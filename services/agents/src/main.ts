import { run } from '@tribus/kit/runtime/service.ts';
import { agents } from './service.ts';

await run(agents);
