import { labelExceptions } from './words-labels.ts';

/** A forbidden word and its replacement; the glossary in CONTRIBUTING.md explains the replacements. */
interface Forbidden {
  word: string;
  instead: string;
}

/** A word forbidden everywhere. */
export interface ForbiddenWord extends Forbidden {
  /**
   * Files, and folders ending in a slash, in which the word has its ordinary meaning or is dictated from outside: by a
   * library, a column, the published API.
   */
  except?: readonly string[];
}

/** Names that contain a forbidden word and are published, stored or dictated by a library, so that they cannot change. */
export interface NameException {
  names: readonly string[];
  /** Files, and folders ending in a slash, which declare each of the names at least once between them. */
  in: readonly string[];
  because: string;
}

/** A word forbidden in names. */
export interface ForbiddenInNames extends Forbidden {
  except?: readonly NameException[];
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
export const forbiddenInNames: readonly ForbiddenInNames[] = [
  { word: 'tell', instead: 'notify, report, publish' },
  {
    word: 'told',
    instead: 'notified, reported, published',
    except: [
      {
        names: ['posts_not_told_to_media', 'tribe_media_not_told_to_media', 'tribes_not_told_to_media'],
        in: ['services/content/migrations/', 'services/tribes/migrations/'],
        because: 'indexes of released databases',
      },
      {
        names: ['0003-told-until-confirmed.sql'],
        in: ['services/content/migrations/'],
        because: 'a released migration',
      },
      { names: ['passwordTold', 'told'], in: ['frontend/src/locales/'], because: 'locale keys' },
    ],
  },
  {
    word: 'said',
    instead: 'emitted, logged, reported',
    except: [
      {
        names: ['cases_said_before', 'cases_said_after'],
        in: ['services/content/migrations/'],
        because: 'indexes of released databases',
      },
      { names: ['unsaid'], in: ['frontend/src/locales/'], because: 'a locale key' },
    ],
  },
  {
    word: 'say',
    instead: 'write, send, report',
    except: [{ names: ['noteSays', 'sayWhy'], in: ['frontend/src/locales/'], because: 'locale keys' }],
  },
  { word: 'hear', instead: 'receive, listen' },
  { word: 'heard', instead: 'received' },
  {
    word: 'reader',
    instead: 'viewer, subscription, parser',
    except: [
      {
        names: ['AUDIENCE_KIND_READERS'],
        in: ['proto/messaging/v1/types.proto'],
        because: 'a stored and published kind of audience',
      },
      { names: ['emptyReader'], in: ['frontend/src/locales/'], because: 'a locale key' },
    ],
  },
  {
    word: 'reading',
    instead: 'decoder, value, request',
    except: [{ names: ['reading'], in: ['frontend/src/locales/'], because: 'an interest of the profile: books' }],
  },
  { word: 'caller', instead: 'actor, client, sender' },
  {
    word: 'stranger',
    instead: 'outsider, non-member, unknown device',
    except: [
      {
        names: ['is_stranger', 'isStranger'],
        in: ['proto/tribes/v1/events.proto', 'services/messaging/', 'services/tribes/'],
        because: 'a field of MemberBanned and MemberUnbanned',
      },
      {
        names: ['strangers', 'services.agents.strangers'],
        in: ['helm/tribus/values.schema.json', 'deploy/checks/chart/values.test.ts'],
        because: 'a value of the published chart',
      },
    ],
  },
  {
    word: 'gone',
    instead: 'deleted, removed, tombstone',
    except: [
      {
        names: ['goneTribes', 'goneAt', 'goneActors', 'gone_actors', 'gone'],
        in: [
          'deploy/checks/personal-tables.ts',
          'services/content/src/store/',
          'services/gamification/src/store/',
          'services/kit/postgres/kit-tables.ts',
          'services/kit/mongo/kit-collections.ts',
          'services/kit/mongo/tombstones.ts',
        ],
        because: 'tables, a column and a stored field',
      },
      {
        names: [
          'gone_tribes',
          'gone_at',
          'gone_tribes_age',
          'is_tribe_gone',
          'gone',
          'gone_age',
          'gone_actors',
          'is_actor_gone',
          'gone_actors_age',
          '0014-gone-tribes.sql',
          '0017-is-tribe-gone.sql',
          '0005-gone-actors.sql',
        ],
        in: [
          'services/content/migrations/',
          'services/gamification/migrations/',
          'services/kit/postgres/migrations/',
          'services/kit/mongo/kit-retention.ts',
          'services/kit/mongo/kit-collections.ts',
        ],
        because: 'tables, functions and indexes of released databases, and a collection',
      },
      {
        names: ['isGone'],
        in: ['services/content/', 'frontend/src/features/moderation/'],
        because: 'a field of the published API, and the result of is_tribe_gone',
      },
      {
        names: ['gone', 'cannotToGone', 'commentGone'],
        in: ['frontend/src/locales/'],
        because: 'locale keys',
      },
    ],
  },
  {
    word: 'kept',
    instead: 'retained, stored, remaining',
    except: [
      {
        names: [
          'pictures_kept',
          'posts_pictures_not_kept',
          'picture_kept',
          'tribe_media_not_kept',
          'kept_sanctions',
          'kept_until',
          'kept_sanctions_expiry',
          'kept_sanctions_of_first',
          'kept_at',
          'kept_banner',
          'tribes_banner_not_kept',
          'image_kept',
          'submissions_image_not_kept',
          '0021-kept-sanctions.sql',
          '0003-banner-kept.sql',
        ],
        in: [
          'services/content/migrations/',
          'services/identity/migrations/',
          'services/media/migrations/',
          'services/tribes/migrations/',
        ],
        because: 'tables, columns and indexes of released databases',
      },
      {
        names: ['picturesKept', 'pictureKept', 'keptSanctions', 'keptUntil', 'keptAt', 'imageKept', 'keptBanner'],
        in: [
          'deploy/checks/personal-tables.ts',
          'services/content/src/store/',
          'services/identity/src/',
          'services/identity/tests/retained-sanctions.test.ts',
          'services/media/src/',
          'services/media/tests/unavailable-stores.test.ts',
          'services/tribes/src/store/',
        ],
        because: 'the same columns in camelCase',
      },
      {
        names: ['identity/src/store/retained-sanctions.ts: delete kept_sanctions (first_id)'],
        in: ['deploy/checks/statement-bounds.ts'],
        because: 'a statement on a released table',
      },
      {
        names: ['kept'],
        in: ['proto/media/v1/service.proto', 'services/media/src/present.ts', 'services/media/tests/'],
        because: 'a field of MediaObject',
      },
      {
        names: ['kept', 'codesUnkept', 'codesKept', 'passwordKept', 'secretKept'],
        in: ['frontend/src/locales/'],
        because: 'locale keys',
      },
    ],
  },
  {
    word: 'scope',
    instead: 'request, range',
    except: [
      {
        names: ['scope'],
        in: ['services/content/src/', 'services/content/tests/case-queue.test.ts', 'services/content/migrations/'],
        because: 'a column and an API field that select the cases in a queue',
      },
      {
        names: ['scope'],
        in: [
          'frontend/src/features/chat/api.ts',
          'frontend/src/features/profile/edit-api.ts',
          'frontend/src/lib/blocking-items.tsx',
          'frontend/src/lib/blocking.test.tsx',
          'frontend/src/lib/optimistic.ts',
        ],
        because: "an option of TanStack's mutations",
      },
      {
        names: ['scope'],
        in: ['services/identity/src/google-client.ts', 'services/identity/tests/google.test.ts'],
        because: 'a parameter of OAuth',
      },
      { names: ['scopeSpans'], in: ['services/kit/testing/collector.ts'], because: 'a field of OTLP' },
    ],
  },
  {
    word: 'place',
    instead: 'position, slot, sequence',
    except: labelExceptions,
  },
];
