import { run } from '@tribus/kit/runtime/service.ts';
import { messaging } from './service.ts';

await run(messaging);
