import { type ComponentType, useState } from 'react';
import { LazyPart, lazyComponent } from '../lib/lazy.tsx';
import { useLoadErrorToast } from './use-load-error-toast.ts';

/**
 * Makes an overlay whose code is loaded when it first opens; it stays mounted so that its closing can be animated. When
 * the code fails to load, it shows a toast and calls `onClose`.
 */
export function lazyOverlay<P extends { onClose: () => void }>(
  isOpen: (props: P) => boolean,
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Panel = lazyComponent(load);
  return (props: P) => <Overlay Panel={Panel} props={props} open={isOpen(props)} />;
}

interface OverlayProps<P> {
  Panel: ComponentType<P>;
  props: P;
  open: boolean;
}

function Overlay<P extends { onClose: () => void }>({ Panel, props, open }: OverlayProps<P>) {
  const showLoadError = useLoadErrorToast();
  const [needed, setNeeded] = useState(open);
  if (open && !needed) setNeeded(true);
  if (!needed) return null;
  return (
    <LazyPart
      onFailed={(error) => {
        showLoadError(error);
        setNeeded(false);
        props.onClose();
      }}
    >
      <Panel {...props} />
    </LazyPart>
  );
}
