import { run } from '@tribus/kit/service/run.ts';
import { tribes } from './service.ts';

await run(tribes);
