import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { definitions } from './definitions.ts';
import { requiredSettings } from './required-settings.ts';
import { retentionPage } from './retention-page.ts';
import { settingsPage } from './settings-page.ts';

const root = join(import.meta.dirname, '..', '..');

/**
 * `npm run settings`: writes docs/settings.md and docs/retention.md, and deploy/settings.yaml for compose and the
 * charts.
 */
const example = parseEnv(readFileSync(join(root, '.env.example'), 'utf8'));
writeFileSync(join(root, 'docs', 'settings.md'), settingsPage(definitions));
writeFileSync(join(root, 'docs', 'retention.md'), retentionPage(definitions));
writeFileSync(join(root, 'deploy', 'settings.yaml'), requiredSettings(definitions, new Set(Object.keys(example))));
