import { run } from '@tribus/kit/runtime/run.ts';
import { tribes } from './service.ts';

await run(tribes);
