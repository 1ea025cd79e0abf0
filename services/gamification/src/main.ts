import { run } from '@tribus/kit/runtime/service.ts';
import { gamification } from './service.ts';

await run(gamification);
