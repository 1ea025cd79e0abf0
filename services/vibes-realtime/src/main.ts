import { run } from '@tribus/kit/runtime/run.ts';
import { vibesRealtime } from './service.ts';

await run(vibesRealtime);
