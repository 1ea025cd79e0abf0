import { TribeParams } from '@tribus/community/ids.ts';
import { type Routes, signedIn } from '@tribus/kit/http/routes.ts';
import { done, Ok } from '@tribus/kit/http/schemas.ts';
import { UserParams } from '../../api/blocks.ts';
import { TagParams } from '../../api/followed-labels.ts';
import type { Deps } from '../deps.ts';
import {
  dismissSuggestion,
  restoreSuggestion,
  suggestedPerson,
  suggestedTag,
  suggestedTribe,
} from '../dismissed-suggestions.ts';

/** Allowed while silenced, because it affects only the actor. */
const own = { guards: [signedIn], whileSilenced: true, answer: Ok } as const;

export function dismissedSuggestionRoutes(routes: Routes, deps: Deps): void {
  for (const [method, change, verb, summary] of [
    ['put', dismissSuggestion, 'dismiss', 'Do not suggest a'],
    ['delete', restoreSuggestion, 'restore', 'Suggest again a dismissed'],
  ] as const) {
    routes[method](
      '/auth/me/dismissed-suggestions/tribes/:tribeId',
      { ...own, params: TribeParams, operationId: `${verb}SuggestedTribe`, summary: `${summary} tribe` },
      async ({ actor, params }) => {
        await change(deps, actor, suggestedTribe(params.tribeId));
        return done;
      },
    );

    routes[method](
      '/auth/me/dismissed-suggestions/people/:userId',
      { ...own, params: UserParams, operationId: `${verb}SuggestedPerson`, summary: `${summary} person` },
      async ({ actor, params }) => {
        await change(deps, actor, suggestedPerson(params.userId));
        return done;
      },
    );

    routes[method](
      '/auth/me/dismissed-suggestions/tags/:tag',
      { ...own, params: TagParams, errors: [400], operationId: `${verb}SuggestedTag`, summary: `${summary} tag` },
      async ({ actor, params }) => {
        await change(deps, actor, suggestedTag(params.tag));
        return done;
      },
    );
  }
}
