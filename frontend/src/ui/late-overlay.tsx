import { type ComponentType, useState } from 'react';
import { LatePart, late } from '../lib/late.tsx';
import { useSayCodeFailure } from './code-failure.ts';

/**
 * What opens over a screen, with code that comes when it is first opened and stays for its closing. When the code does
 * not come, that is said and the overlay counts as closed.
 */
export function lateOverlay<P extends { onClose: () => void }>(
  isOpen: (props: P) => boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Panel = late(load);
  return (props: P) => <Overlay Panel={Panel} props={props} open={isOpen(props)} />;
}

interface OverlayProps<P> {
  Panel: ComponentType<P>;
  props: P;
  open: boolean;
}

function Overlay<P extends { onClose: () => void }>({ Panel, props, open }: OverlayProps<P>) {
  const sayFailure = useSayCodeFailure();
  const [needed, setNeeded] = useState(open);
  if (open && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <LatePart
      onFailed={(error) => {
        sayFailure(error);
        setNeeded(false);
        props.onClose();
      }}
    >
      <Panel {...props} />
    </LatePart>
  );
}
