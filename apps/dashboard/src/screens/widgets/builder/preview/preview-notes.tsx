import { type ReactNode, useEffect, useState } from 'react';
import { shownError } from '../../../../api/api-error';
import { Note } from '../../../../components/display/note';
import { Loading } from '../../../../components/display/states';
import { useTexts } from '../../../../i18n/texts';
import type { Preview } from './use-preview';

const ERROR_DELAY_MS = 400;

/** Says when the preview is not what visitors see. */
export function PreviewNotes({
  preview: { data, error },
  paused = false,
  sampleChosen = false,
}: {
  preview: Preview;
  paused?: boolean;
  /** True if a person asked for sample reviews. */
  sampleChosen?: boolean;
}): ReactNode {
  const t = useTexts('widgets');
  const common = useTexts('common');
  // A value that is being typed may be wrong for a moment.
  const late = useLater(error, ERROR_DELAY_MS);
  if (late)
    return (
      <div className="p-4 pb-0">
        <Note tone="bad">{shownError(late).msg ?? common('network_failed')}</Note>
      </div>
    );
  // A note makes the room for the widget smaller. The empty children draw no skeleton above the widget.
  if (!data)
    return (
      <Loading>
        <></>
      </Loading>
    );
  const text = paused
    ? t('note_paused')
    : data.hidden
      ? t('note_hidden')
      : data.sample
        ? t(sampleChosen ? 'note_sample_chosen' : 'note_sample')
        : null;
  return text ? (
    <div className="p-4 pb-0">
      <Note tone={data.hidden ? 'warn' : 'info'}>{text}</Note>
    </div>
  ) : null;
}

function useLater(value: unknown, ms: number): unknown {
  const [late, setLate] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), value ? ms : 0);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return late;
}
