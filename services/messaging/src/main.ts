import { run } from '@tribus/kit/service.ts';
import { messaging } from './service.ts';

await run(messaging);
