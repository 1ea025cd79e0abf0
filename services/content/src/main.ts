import { run } from '@tribus/kit/runtime/run.ts';
import { content } from './service.ts';

await run(content);
