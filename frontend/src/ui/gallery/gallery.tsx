import { CSPProvider } from '@base-ui/react/csp-provider';
import { Moon, Sun } from 'lucide-react';
import { LANGUAGES, type Language, setLanguage, useFormat } from '../../lib/i18n.ts';
import { toggleTheme, useTheme } from '../../lib/theme.ts';
import { Button } from '../button.tsx';
import { useOverlayHistory } from '../overlay-history.ts';
import { Page } from '../page.tsx';
import { Select } from '../select.tsx';
import { Toaster } from '../toast.tsx';
import { ChartSamples } from './chart-samples.tsx';
import { FileSamples } from './file-samples.tsx';
import { FormSamples } from './form-samples.tsx';
import { NavigationSamples } from './navigation-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { PeopleSamples } from './people-samples.tsx';
import { StateSamples } from './state-samples.tsx';
import { TableSamples } from './table-samples.tsx';

export const SECTIONS = [
  TableSamples,
  ChartSamples,
  FileSamples,
  NavigationSamples,
  FormSamples,
  OverlaySamples,
  StateSamples,
  PeopleSamples,
];

/** Every component of ui/ with sample content. Switch the theme and the language here, the width in the browser. */
export function Gallery() {
  useOverlayHistory();
  return (
    <CSPProvider disableStyleElements>
      <main>
        <Page title="Components" lead="What features are built from: frontend/src/ui." actions={<Settings />}>
          <div className="grid grid-cols-1 gap-14">
            {SECTIONS.map((Samples) => (
              <Samples key={Samples.name} />
            ))}
          </div>
        </Page>
      </main>
      <Toaster />
    </CSPProvider>
  );
}

function Settings() {
  const theme = useTheme();
  const { language } = useFormat();
  return (
    <>
      <Select<Language>
        label="Language"
        labelHidden
        options={LANGUAGES.map((value) => ({ value, label: value }))}
        value={language}
        onChange={(next) => void setLanguage(next)}
      />
      <Button icon={theme === 'dark' ? <Sun /> : <Moon />} onClick={toggleTheme}>
        {theme === 'dark' ? 'Light' : 'Dark'}
      </Button>
    </>
  );
}
