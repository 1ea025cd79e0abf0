import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitions } from './definitions.ts';
import { settingsPage } from './settings-page.ts';

/** `npm run settings`: writes docs/settings.md. */
writeFileSync(join(import.meta.dirname, '..', '..', 'docs', 'settings.md'), settingsPage(definitions));
