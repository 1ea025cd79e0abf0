import { run } from '@tribus/kit/service.ts';
import { gateway } from './service.ts';

await run(gateway);
