import { run } from '@tribus/kit/runtime/run.ts';
import { gamification } from './service.ts';

await run(gamification);
