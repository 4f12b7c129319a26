import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '../../../../components/display/icon';
import { useFormats } from '../../../../i18n/formats';
import { useTexts } from '../../../../i18n/texts';
import { useBuilder } from '../builder-context';
import { overrideCount } from '../draft/draft';
import type { Preview } from './use-preview';
import { gzippedBytes, kilobytes, servedData } from './weight';

const MEASURE_DELAY_MS = 300;

/** What the widget costs a page, how many colours are hard to read, and the way to the comparison. */
export function PreviewFoot({
  preview,
  scriptBytes,
  onCompare,
}: {
  preview: Preview;
  scriptBytes: number | null;
  onCompare: () => void;
}): ReactNode {
  const t = useTexts('widgets');
  const formats = useFormats();
  const { warnings, draft } = useBuilder();
  const dataBytes = useDataBytes(preview);
  const kb = (bytes: number): string => formats.number(kilobytes(bytes), 1);
  return (
    <footer className="preview-foot">
      {scriptBytes !== null && dataBytes !== null && (
        <span className="fact">
          <Icon name="done" size="small" className="text-good" />
          {t('weight', { script: kb(scriptBytes), data: kb(dataBytes) })}
        </span>
      )}
      <span className="fact">
        <Icon name="done" size="small" className="text-good" />
        {t('two_requests')}
      </span>
      {warnings.length > 0 && (
        <span className="fact text-warn font-medium" role="status">
          <Icon name="alert" size="small" />
          {t('n_contrast', { count: warnings.length })}
        </span>
      )}
      <button type="button" className="link ms-auto font-medium" onClick={onCompare}>
        {t('compare', { count: overrideCount(draft.overrides) })}
      </button>
    </footer>
  );
}

function useDataBytes({ data }: Preview): number | null {
  const [bytes, setBytes] = useState<number | null>(null);
  useEffect(() => {
    if (!data) return undefined;
    let current = true;
    const timer = setTimeout(() => {
      void gzippedBytes(servedData(data)).then((measured) => current && setBytes(measured));
    }, MEASURE_DELAY_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [data]);
  return bytes;
}
