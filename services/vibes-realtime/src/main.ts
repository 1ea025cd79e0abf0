import { run } from '@tribus/kit/service.ts';
import { vibesRealtime } from './service.ts';

await run(vibesRealtime);
