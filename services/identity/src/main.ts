import { run } from '@tribus/kit/service/run.ts';
import { identity } from './service.ts';

await run(identity);
