import { run } from '@tribus/kit/runtime/service.ts';
import { vibesRealtime } from './service.ts';

await run(vibesRealtime);
