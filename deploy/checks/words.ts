/** A forbidden word and its replacement; the glossary in CONTRIBUTING.md explains the replacements. */
export interface ForbiddenWord {
  word: string;
  instead: string;
  /**
   * Files, and folders ending in a slash, in which the word has its ordinary meaning or is dictated from outside: by a
   * library, a column, the published API.
   */
  except?: readonly string[];
}

/**
 * Words that appear neither in a name nor in a sentence of the sources: `theirSeat`, "a seat" and "is seated" all contain
 * `seat`. Texts for members and the demo's stories are not checked.
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

/** Words that no declared name contains: they say what a person does, or have several meanings. Sentences may use them. */
export const forbiddenInNames: readonly ForbiddenWord[] = [
  { word: 'tell', instead: 'notify, report, publish' },
  { word: 'told', instead: 'notified, reported, published' },
  { word: 'said', instead: 'emitted, logged, reported' },
  { word: 'hear', instead: 'receive, listen' },
  { word: 'heard', instead: 'received' },
  // A stored and published kind of audience.
  { word: 'reader', instead: 'viewer, subscription, parser', except: ['proto/messaging/v1/types.proto'] },
  { word: 'caller', instead: 'actor, client, sender' },
  {
    word: 'scope',
    instead: 'request, range',
    except: [
      // A column and an API field that select the cases in a queue.
      'services/content/src/',
      'services/content/tests/case-queue.test.ts',
      // An option of TanStack's mutations.
      'frontend/src/features/chat/api.ts',
      'frontend/src/features/levels/changes-api.ts',
      'frontend/src/features/profile/edit-api.ts',
      'frontend/src/lib/blocking-items.tsx',
      'frontend/src/lib/blocking.test.tsx',
      'frontend/src/lib/optimistic.ts',
      // A parameter of OAuth.
      'services/identity/src/google-client.ts',
      'services/identity/tests/google.test.ts',
      // A field of OTLP.
      'services/kit/testing/collector.ts',
    ],
  },
  {
    word: 'place',
    instead: 'position, slot, sequence',
    except: [
      // The town of a post.
      'services/content/',
      'frontend/src/features/posts/',
      'deploy/demo/',
      // A column: the order of challenges in a level.
      'services/tribes/src/store/',
    ],
  },
];
