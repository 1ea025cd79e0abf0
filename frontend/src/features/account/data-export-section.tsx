import { useQuery } from '@tanstack/react-query';
import { Download, FolderDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../lib/http.ts';
import { useFormat, useTexts } from '../../lib/i18n.ts';
import { useMutation } from '../../lib/mutation.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useShownByHash } from '../../lib/use-shown-by-hash.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Pill } from '../../ui/pill.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { type DataExport, dataExportQuery, isInProgress, useRequestDataExport } from './data-export-api.ts';
import { SecuritySection } from './security-section.tsx';

/** The data export: request it, see its progress, download it until it expires. */
export function DataExportSection() {
  const { t } = useTexts('account');
  const { data, error, isPending, refetch } = useQuery(dataExportQuery);
  const request = useRequestDataExport();
  const isBusy = data ? isInProgress(data) : false;
  const isReady = data?.state === 'ready';
  const ask = !isPending && !isBusy && (
    <Button variant={isReady ? 'ghost' : 'quiet'} loading={request.isPending} onClick={() => request.mutate()}>
      {t(requestAgainKey(data))}
    </Button>
  );
  return (
    <div ref={useShownByHash('data')} className="scroll-mt-20">
      <SecuritySection
        icon={<FolderDown />}
        title={t('dataExport.title')}
        text={t('dataExport.text')}
        state={isReady && <Pill tone="moss">{t('dataExport.ready')}</Pill>}
        actions={!isReady && ask}
      >
        {request.error && <FormError>{messageOf(request.error, t('ui.failed'))}</FormError>}
        {error && data === undefined ? (
          <ErrorState error={error} onRetry={() => void refetch()} className="py-4" />
        ) : isPending ? (
          <Loading>
            <Skeleton className="h-8" />
          </Loading>
        ) : (
          data && <ExportState made={data} requestAgain={ask} />
        )}
      </SecuritySection>
    </div>
  );
}

const requestAgainKey = (made: DataExport | null | undefined) =>
  made?.state === 'failed' ? 'ui.retry' : made ? 'dataExport.askAgain' : 'dataExport.ask';

interface ExportStateProps {
  made: DataExport;
  /** The button for a new export. */
  requestAgain: ReactNode;
}

function ExportState({ made, requestAgain }: ExportStateProps) {
  const { t } = useTexts('account');
  if (made.state === 'failed') return <FormError>{t('dataExport.failed')}</FormError>;
  if (made.state === 'ready') return <Ready made={made} requestAgain={requestAgain} />;
  return (
    <div className="grid gap-2" role="status">
      <p className="text-fg-muted text-small">{t(`dataExport.${made.state}`)}</p>
      <ProgressBar label={t('dataExport.progress')} value={made.done / Math.max(1, made.total)} />
    </div>
  );
}

function Ready({ made: { url, expiresAt, sizeBytes }, requestAgain }: ExportStateProps) {
  const { t } = useTexts('account');
  const format = useFormat();
  const save = useMutation({ mutationFn: (address: string) => saveFile(address, 'tribus.zip') });
  if (url === null || expiresAt === null) return null;
  return (
    <div className="grid gap-3">
      {save.error && <FormError>{messageOf(save.error, t('dataExport.saveFailed'))}</FormError>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-fg-muted text-small">
          {t('dataExport.until', { date: format.dateTime(expiresAt) })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={<Download />} loading={save.isPending} onClick={() => save.mutate(url)}>
            {t('dataExport.save', { size: format.number(megabytesOf(sizeBytes ?? 0)) })}
          </Button>
          {requestAgain}
        </div>
      </div>
    </div>
  );
}

/** Rounded up to a tenth, so that no export has 0 MB. */
const megabytesOf = (bytes: number): number => Math.ceil(bytes / 100_000) / 10;
