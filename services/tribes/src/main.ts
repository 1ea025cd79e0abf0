import { run } from '@tribus/kit/runtime/service.ts';
import { tribes } from './service.ts';

await run(tribes);
