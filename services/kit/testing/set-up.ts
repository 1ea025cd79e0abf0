import { afterAll } from '@jest/globals';
import { closeTestContexts } from './service.ts';

// Taken in by each test file in turn (jest.config.js).
afterAll(closeTestContexts);
