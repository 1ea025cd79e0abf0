import { run } from '@tribus/kit/service/run.ts';
import { content } from './service.ts';

await run(content);
