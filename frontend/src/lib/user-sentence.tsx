import { RichText } from '../ui/rich-text.tsx';
import { type LinkedUser, UserLink } from './user-link.tsx';

interface UserSentenceProps {
  person: LinkedUser & { name: string };
  /** Returns the sentence with this name in it. */
  sentence: (name: string) => string;
}

/** A sentence in which the name of a person links to their profile. */
export function UserSentence({ person, sentence }: UserSentenceProps) {
  return (
    <RichText
      text={sentence(`<who>${person.name}</who>`)}
      elements={{ who: <UserLink person={person}>{person.name}</UserLink> }}
    />
  );
}
