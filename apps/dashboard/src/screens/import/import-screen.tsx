import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../api/api';
import { Icon } from '../../components/display/icon';
import { Note } from '../../components/display/note';
import { Content, TopBar } from '../../components/layout/page';
import { FileDrop } from '../../components/forms/file-drop';
import { useTexts } from '../../i18n/texts';
import { useCan } from '../../session/session';
import { type FileProblem, type ImportFile, readImportFile } from './file/import-file';
import { ImportBench } from './import-bench';
import { type ImportStep, ImportStepper } from './import-stepper';
import './import.css';

/** Imports reviews from a CSV file. Nothing is stored until the last button, which says how many. */
export function ImportScreen(): ReactNode {
  const t = useTexts('import');
  const mayWrite = useCan('reviews:write');
  // The number tells two reads of the same file apart.
  const [file, setFile] = useState<{ read: number; content: ImportFile } | null>(null);
  const [problem, setProblem] = useState<FileProblem | null>(null);
  const [isReading, setReading] = useState(false);
  const read = (chosen: File): void => {
    setReading(true);
    void readImportFile(chosen).then((result) => {
      setReading(false);
      setProblem(typeof result === 'string' ? result : null);
      if (typeof result !== 'string')
        setFile((before) => ({ read: (before?.read ?? 0) + 1, content: result }));
    });
  };
  const note = problem && (
    <div className="px-6 pt-4">
      <Note tone="bad">{t(`file_${problem}`)}</Note>
    </div>
  );
  if (file) {
    return (
      <ImportBench key={file.read} file={file.content} onFile={read}>
        {(step) => (
          <>
            <ImportBar step={step} />
            {note}
          </>
        )}
      </ImportBench>
    );
  }
  return (
    <>
      <ImportBar step="file" />
      {note}
      <Content className="page import-start">
        {mayWrite ? (
          <FileDrop
            title={t('drop')}
            choose={t('choose')}
            hint={t('drop_help')}
            busy={isReading}
            onFile={read}
          />
        ) : (
          <Note tone="info">{t('read_only')}</Note>
        )}
      </Content>
    </>
  );
}

function ImportBar({ step }: { step: ImportStep }): ReactNode {
  const t = useTexts('import');
  const common = useTexts('common');
  const { subAccountId } = useApi();
  const params = { account: String(subAccountId) };
  return (
    <TopBar
      title={t('import_title')}
      crumbs={
        <>
          <Link to="/$account/inbox" params={params} className="crumb">
            {common('inbox')}
          </Link>
          <Icon name="chevron-right" size="small" />
        </>
      }
      tabs={<ImportStepper current={step} />}
      actions={
        <Link
          to="/$account/inbox"
          params={params}
          className="btn quiet is-icon"
          aria-label={common('close')}
          title={common('close')}
        >
          <Icon name="close" />
        </Link>
      }
    />
  );
}
