import { MaintenanceSign } from './maintenance-sign.tsx';
import { WaitingSign } from './waiting-sign.tsx';

/** The signs for maintenance and for pending work. */
export function SignList({ named }: { named?: boolean | undefined }) {
  return (
    <>
      <MaintenanceSign named={named} />
      <WaitingSign named={named} />
    </>
  );
}
