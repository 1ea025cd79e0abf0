import { run } from '@tribus/kit/runtime/run.ts';
import { media } from './service.ts';

await run(media);
