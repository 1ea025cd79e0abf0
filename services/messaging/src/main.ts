import { run } from '@tribus/kit/service/run.ts';
import { messaging } from './service.ts';

await run(messaging);
