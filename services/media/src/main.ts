import { run } from '@tribus/kit/service.ts';
import { media } from './service.ts';

await run(media);
