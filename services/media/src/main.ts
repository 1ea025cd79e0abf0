import { run } from '@tribus/kit/service/run.ts';
import { media } from './service.ts';

await run(media);
