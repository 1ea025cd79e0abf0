import { run } from '@tribus/kit/runtime/service.ts';
import { gateway } from './service.ts';

await run(gateway);
