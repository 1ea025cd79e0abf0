import { run } from '@tribus/kit/service.ts';
import { identity } from './service.ts';

await run(identity);
