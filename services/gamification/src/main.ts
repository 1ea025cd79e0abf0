import { run } from '@tribus/kit/service/run.ts';
import { gamification } from './service.ts';

await run(gamification);
