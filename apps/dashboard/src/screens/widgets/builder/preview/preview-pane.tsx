import { type ReactNode, useState } from 'react';
import { useBuilder } from '../builder-context';
import { valueAt } from '../draft/json-paths';
import type { UsedColours } from './contrast';
import { PreviewBar, type PreviewView } from './preview-bar';
import { PreviewFoot } from './preview-foot';
import { PreviewNotes } from './preview-notes';
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
  const { widget, draft } = useBuilder();
  const [scriptBytes, setScriptBytes] = useState<number | null>(null);
  const theme = String(valueAt(draft.settings, ['style', 'theme']));
  return (
    <section className="in-order preview-pane">
      <PreviewBar view={view} onView={onView} />
      <PreviewNotes preview={preview} paused={!widget.active} sampleChosen={view.sample} />
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
