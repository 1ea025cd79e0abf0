/** Names with the word `place` for a town, and columns and keys that have it for a position. */
export const labelExceptions: readonly { names: readonly string[]; in: readonly string[]; because: string }[] = [
  {
    names: ['place', 'placeSlug', 'placeMax', 'placeSlugOf', 'place_slug', 'posts_at_place'],
    in: ['services/content/', 'frontend/src/features/', 'deploy/demo/', 'frontend/src/locales/'],
    because: 'the town of a post; and the column of a pinned position',
  },
  { names: ['places', 'findPlaces'], in: ['services/content/'], because: 'the places of posts, in the search' },
  {
    names: [
      'place-slugs.ts',
      'place-slugs.test.ts',
      'PlaceSlugs',
      'placeSlugs',
      'placeSlugsJob',
      'derivePlaceSlugs',
      'rederivePlaceSlugs',
      'PostPlace',
    ],
    in: ['services/content/'],
    because: 'the slugs of the towns of posts, which are derived again after the rule has changed',
  },
  {
    names: ['content/src/store/place-slugs.ts: update posts (sql)'],
    in: ['deploy/checks/'],
    because: 'the file of the slugs of towns',
  },
  {
    names: ['place', 'places', 'placeOf', 'placeSlug', 'PlaceParams', 'LABEL_KIND_PLACE'],
    in: [
      'services/identity/',
      'services/community/',
      'proto/identity/v1/',
      'frontend/src/lib/',
      'frontend/src/locales/',
    ],
    because: 'the towns of posts, which users follow',
  },
  {
    names: ['place'],
    in: ['frontend/e2e/'],
    because: 'the town of a post',
  },
  {
    names: ['place', 'POST /api/auth/me/follows/places/{place}', 'DELETE /api/auth/me/follows/places/{place}'],
    in: ['deploy/system-tests/'],
    because: 'the published API',
  },
  {
    names: ['place'],
    in: ['services/tribes/src/store/', 'services/tribes/migrations/'],
    because: 'columns: the order of challenges in a level, and of members',
  },
];
