import { suggestedPeople, suggestedTags } from '@limits/content';
import { suggestedTribes } from '@limits/tribes';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../lib/i18n.ts';
import { paths } from '../../lib/paths.ts';
import { TextLink } from '../../ui/link.tsx';
import {
  aboutPerson,
  aboutTag,
  aboutTribe,
  type JoinControl,
  PersonSuggestion,
  TagSuggestion,
  TribeSuggestion,
} from './suggestion.tsx';
import { SuggestionSection } from './suggestion-section.tsx';
import { suggestedPeopleQuery, suggestedTagsQuery, suggestedTribesQuery } from './suggestions-api.ts';

/** Tribes that the viewer may like, each with the reason (docs/decisions/0044). */
export function SuggestedTribes({ join, max = suggestedTribes }: { join: JoinControl; max?: number }) {
  const { t } = useTexts('explore');
  return (
    <SuggestionSection
      title={t('explore.suggested.tribes')}
      more={<TextLink to={paths.tribes}>{t('ui.seeTribes')}</TextLink>}
      query={useQuery(suggestedTribesQuery)}
      max={max}
      about={aboutTribe}
      empty={t('explore.suggested.noTribes')}
    >
      {(item) => <TribeSuggestion key={item.tribe.id} item={item} join={join} />}
    </SuggestionSection>
  );
}

/** People whom the viewer may like to follow. */
export function SuggestedPeople({ max = suggestedPeople }: { max?: number }) {
  const { t } = useTexts('explore');
  return (
    <SuggestionSection
      title={t('explore.kind.accounts')}
      more={<TextLink to={paths.members}>{t('explore.seeMembers')}</TextLink>}
      query={useQuery(suggestedPeopleQuery)}
      max={max}
      about={aboutPerson}
      empty={t('explore.suggested.noPeople')}
    >
      {(item) => <PersonSuggestion key={item.user.id} item={item} />}
    </SuggestionSection>
  );
}

/** Tags that the viewer may like to follow. */
export function SuggestedTags() {
  const { t } = useTexts('explore');
  return (
    <SuggestionSection
      title={t('explore.kind.tags')}
      query={useQuery(suggestedTagsQuery)}
      max={suggestedTags}
      about={aboutTag}
      empty={t('explore.suggested.noTags')}
    >
      {(item) => <TagSuggestion key={item.tag} item={item} />}
    </SuggestionSection>
  );
}
