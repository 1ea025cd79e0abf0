import { run } from '@tribus/kit/runtime/service.ts';
import { media } from './service.ts';

await run(media);
