import { run } from '@tribus/kit/runtime/run.ts';
import { messaging } from './service.ts';

await run(messaging);
