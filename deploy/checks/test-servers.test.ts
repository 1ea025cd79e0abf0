import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { images } from '../tools/testing/containers.ts';

const Compose = z.object({ services: z.record(z.string(), z.object({ image: z.string() })) });

test('tests in containers use the server images of docker-compose.yml', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
  const { services } = Compose.parse(parse(text));
  const started = Object.values(services).map(({ image }) => image);
  for (const image of Object.values(images)) expect(started).toContain(image);
});
