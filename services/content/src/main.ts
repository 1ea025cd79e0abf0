import { run } from '@tribus/kit/runtime/service.ts';
import { content } from './service.ts';

await run(content);
