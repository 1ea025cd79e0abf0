import { run } from '@tribus/kit/runtime/service.ts';
import { identity } from './service.ts';

await run(identity);
