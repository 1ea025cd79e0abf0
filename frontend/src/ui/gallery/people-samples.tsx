import { AgentMark } from '../agent-mark.tsx';
import { Avatar, AvatarStack } from '../avatar.tsx';
import { FireScene } from '../fire-scene.tsx';
import { Picture } from '../picture.tsx';
import { TribeCover } from '../tribe-cover.tsx';
import { TribeGlyph } from '../tribe-glyph.tsx';
import { samplePeople } from './sample-people.ts';
import { Sample, Section } from './section.tsx';

export function PeopleSamples() {
  const [lucia = { id: 'p', name: 'Lucía' }] = samplePeople;
  return (
    <Section title="People, tribes, pictures">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <Sample title="Avatar, AvatarStack, AgentMark">
          <div className="flex items-center gap-4">
            <Avatar person={lucia} size={48} ringOf={104} />
            <AvatarStack people={samplePeople.slice(1, 5)} more={34} />
            <AgentMark of={{ isAgent: true }} />
          </div>
        </Sample>
        <Sample title="TribeGlyph">
          <div className="flex flex-wrap gap-3">
            {[38, 101, 102, 103, 104].map((id) => (
              <TribeGlyph key={id} id={id} />
            ))}
          </div>
        </Sample>
        <Sample title="TribeCover">
          <TribeCover id={104} className="h-40 rounded-lg" />
        </Sample>
        <Sample title="Picture that does not load">
          <Picture src="/missing.png" alt="Una senda" ratio={2.5} className="rounded-lg" />
        </Sample>
      </div>
      <Sample title="FireScene">
        <div className="overflow-hidden rounded-lg">
          <FireScene label="Gente alrededor de un fuego" />
        </div>
      </Sample>
    </Section>
  );
}
