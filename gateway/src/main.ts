import { run } from '@tribus/kit/service/run.ts';
import { gateway } from './service.ts';

await run(gateway);
