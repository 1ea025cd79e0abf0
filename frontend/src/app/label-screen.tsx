import { LabelPage } from '../features/labels/label-page.tsx';
import { LabelFeed } from '../features/posts/label-feed.tsx';

/** The posts with a tag, or of a place. */
export const LabelScreen = () => (
  <LabelPage
    feed={(tribeId, label, onSpelling) => <LabelFeed tribeId={tribeId} label={label} onSpelling={onSpelling} />}
  />
);
