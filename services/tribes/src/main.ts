import { run } from '@tribus/kit/service.ts';
import { tribes } from './service.ts';

await run(tribes);
