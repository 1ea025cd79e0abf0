import { afterAll } from '@jest/globals';
import { closeLeftOpen } from './left-open.ts';

// Loaded before each test file (jest.config.js).
afterAll(closeLeftOpen);
