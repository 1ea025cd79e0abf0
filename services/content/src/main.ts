import { run } from '@tribus/kit/service.ts';
import { content } from './service.ts';

await run(content);
