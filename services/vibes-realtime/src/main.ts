import { run } from '@tribus/kit/service/run.ts';
import { vibesRealtime } from './service.ts';

await run(vibesRealtime);
