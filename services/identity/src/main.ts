import { run } from '@tribus/kit/runtime/run.ts';
import { identity } from './service.ts';

await run(identity);
