import { MaintenanceSign } from './maintenance-sign.tsx';
import { WaitingSign } from './waiting-sign.tsx';

/** That the site is closed, and that something waits. */
export function SignList({ named }: { named?: boolean | undefined }) {
  return (
    <>
      <MaintenanceSign named={named} />
      <WaitingSign named={named} />
    </>
  );
}
