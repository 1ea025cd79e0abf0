import { Laptop, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import type { Schema } from './contract.ts';
import { useTexts } from './i18n.ts';

type Device = Schema<'Device'>;

const ICONS = { phone: Smartphone, tablet: Tablet, desk: Laptop, unknown: MonitorSmartphone };

export function DeviceIcon({ kind }: Pick<Device, 'kind'>) {
  const Icon = ICONS[kind];
  return <Icon aria-hidden="true" />;
}

/** "Firefox en Android", as far as browser and system are known. */
export function useDeviceName(): (device: Device) => string {
  const { t } = useTexts('account');
  return ({ browser, system }) => {
    if (browser && system) return t('security.deviceName', { browser, system });
    return browser || system || t('security.unknownDevice');
  };
}
