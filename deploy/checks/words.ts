/** A word that was given up, with the one that is used; the glossary in CONTRIBUTING.md explains those. */
export interface ForbiddenWord {
  word: string;
  instead: string;
  /** Files in which it means what it says elsewhere: a picture of people sitting, a document of Kubernetes. */
  except?: readonly string[];
}

/**
 * Compared with each word of each name and sentence in the sources: `theirSeat`, "a seat" and "is seated" all
 * hold `seat`. Texts
 * for members and the demo's stories are not looked at.
 */
export const forbiddenWords: readonly ForbiddenWord[] = [
  { word: 'bury', instead: 'dead-letter' },
  { word: 'company', instead: 'membership directory' },
  { word: 'darkroom', instead: 'picture worker' },
  { word: 'disturb', instead: 'interrupt' },
  { word: 'glance', instead: 'lookahead' },
  { word: 'goodbye', instead: 'leaving, removal' },
  { word: 'heir', instead: 'successor' },
  { word: 'legible', instead: 'decoded' },
  { word: 'obituary', instead: 'dead-letter headers' },
  { word: 'poke', instead: 'wake' },
  { word: 'purse', instead: 'allowance' },
  {
    word: 'seat',
    instead: 'membership',
    except: [
      'frontend/src/ui/fire-scene-people.tsx',
      'frontend/src/ui/fire-scene.tsx',
      'frontend/src/ui/fire-scene-arms.tsx',
      'deploy/demo/pictures/campfire.ts',
      'deploy/demo/pictures/people.ts',
      'frontend/e2e/first-view.test.ts',
    ],
  },
  {
    word: 'sibling',
    instead: 'peer',
    // MongoDB's own name for another database.
    except: ['services/kit/mongo/indexes.ts', 'services/kit/tests/mongo-indexes.test.ts'],
  },
  {
    word: 'standing',
    instead: 'membership',
    except: ['services/gamification/migrations/0002-contributions.sql'],
  },
  { word: 'town', instead: 'system, data', except: ['deploy/demo/pictures/city.ts'] },
  { word: 'turnstile', instead: 'bulkhead' },
];
