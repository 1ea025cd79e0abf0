import { run } from '@tribus/kit/runtime/run.ts';
import { gateway } from './service.ts';

await run(gateway);
