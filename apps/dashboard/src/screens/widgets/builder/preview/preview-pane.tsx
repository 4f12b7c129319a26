import { type ReactNode, useEffect, useState } from 'react';
import { shownError } from '../../../../api/api-error';
import { Note } from '../../../../components/display/note';
import { useTexts } from '../../../../i18n/texts';
import { useBuilder } from '../builder-context';
import { valueAt } from '../draft/json-paths';
import type { UsedColours } from './contrast';
import { PreviewBar, type PreviewView } from './preview-bar';
import { PreviewFoot } from './preview-foot';
import { PreviewStage } from './preview-stage';
import type { Preview } from './use-preview';

/** The widget as pages show it, with tools above and facts below. */
export function PreviewPane({
  preview,
  view,
  onView,
  onColours,
  onCompare,
}: {
  preview: Preview;
  view: PreviewView;
  onView: (view: PreviewView) => void;
  onColours: (colours: UsedColours | null) => void;
  onCompare: () => void;
}): ReactNode {
  const { draft } = useBuilder();
  const [scriptBytes, setScriptBytes] = useState<number | null>(null);
  const theme = String(valueAt(draft.settings, ['style', 'theme']));
  return (
    <section className="preview-pane">
      <PreviewBar view={view} onView={onView} />
      <Notes preview={preview} />
      <PreviewStage
        data={preview.data}
        device={view.device}
        look={{ ground: view.ground, rightToLeft: view.rightToLeft, theme }}
        onDrawn={({ colours, scriptBytes: bytes }) => {
          setScriptBytes(bytes);
          onColours(colours);
        }}
      />
      <PreviewFoot preview={preview} scriptBytes={scriptBytes} onCompare={onCompare} />
    </section>
  );
}

const ERROR_DELAY_MS = 400;

/** Says when the preview is not what visitors see. */
function Notes({ preview: { data, error } }: { preview: Preview }): ReactNode {
  const t = useTexts('widgets');
  const common = useTexts('common');
  const { widget } = useBuilder();
  // A value that is being typed may be wrong for a moment.
  const late = useLater(error, ERROR_DELAY_MS);
  if (late)
    return (
      <div className="p-4 pb-0">
        <Note tone="bad">{shownError(late).msg ?? common('network_failed')}</Note>
      </div>
    );
  const text = !widget.active
    ? t('note_paused')
    : data?.hidden
      ? t('note_hidden')
      : data?.sample
        ? t('note_sample')
        : null;
  return text ? (
    <div className="p-4 pb-0">
      <Note tone={data?.hidden ? 'warn' : 'info'}>{text}</Note>
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
