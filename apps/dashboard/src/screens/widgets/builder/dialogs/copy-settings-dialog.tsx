import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { shownError } from '../../../../api/api-error';
import { useApi } from '../../../../api/api';
import { Button } from '../../../../components/controls/button';
import { Checkbox } from '../../../../components/controls/choice';
import { Note } from '../../../../components/display/note';
import { Dialog } from '../../../../components/overlays/dialog';
import { toaster } from '../../../../components/overlays/toaster';
import { useTexts } from '../../../../i18n/texts';
import { listQuery, updateWidget, useRefetchWidgets, type WidgetSummary } from '../../data/widgets-data';
import { useBuilder } from '../builder-context';
import type { Json } from '../draft/json-paths';
import { type Block, BLOCKS } from '../settings/fields';
import { useSettingTexts } from '../settings/setting-texts';

const USUAL: readonly Block[] = ['header', 'card', 'style', 'behavior', 'i18n', 'legal'];

/** Copies blocks of settings to other widgets. The layout fits widgets of the same type only. */
export function CopySettingsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('widgets');
  const common = useTexts('common');
  const { widget } = useBuilder();
  const others = (useQuery(listQuery(useApi())).data ?? []).filter(({ id }) => id !== widget.id);
  const [blocks, setBlocks] = useState<readonly Block[]>(USUAL);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const targets = others.filter(({ id }) => chosen.includes(id));
  const { copy, busy, error } = useCopy(onClose);
  return (
    <Dialog
      title={t('copy_title', { name: widget.name })}
      width={560}
      onClose={onClose}
      onSubmit={() => void copy(targets, blocks)}
      footer={
        <>
          <Button kind="quiet" size="form" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button
            kind="primary"
            size="form"
            type="submit"
            className="ms-auto"
            busy={busy}
            disabled={chosen.length === 0 || blocks.length === 0}
          >
            {t('copy_to', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-text-2">{t('copy_text')}</p>
        <BlockChoice blocks={blocks} onBlocks={setBlocks} />
        <WidgetChoice
          others={others}
          chosen={chosen}
          onChosen={setChosen}
          withLayout={blocks.includes('layout')}
        />
        {error && <Note tone="bad">{error}</Note>}
      </div>
    </Dialog>
  );
}

function BlockChoice({
  blocks,
  onBlocks,
}: {
  blocks: readonly Block[];
  onBlocks: (blocks: readonly Block[]) => void;
}): ReactNode {
  const t = useTexts('widgets');
  const texts = useSettingTexts();
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="label">{t('copy_blocks')}</legend>
      {BLOCKS.map((block) => (
        <Checkbox
          key={block}
          label={texts.block(block)}
          checked={blocks.includes(block)}
          onChange={() => onBlocks(toggled(blocks, block))}
        />
      ))}
    </fieldset>
  );
}

function WidgetChoice({
  others,
  chosen,
  onChosen,
  withLayout,
}: {
  others: readonly WidgetSummary[];
  chosen: readonly number[];
  onChosen: (ids: readonly number[]) => void;
  withLayout: boolean;
}): ReactNode {
  const t = useTexts('widgets');
  const { widget } = useBuilder();
  return (
    <fieldset className="grid gap-2">
      <legend className="label">{t('copy_widgets')}</legend>
      {others.length === 0 && <p className="help">{t('copy_no_other')}</p>}
      {others.map(({ id, name, type }) => (
        <Checkbox
          key={id}
          label={name}
          help={type === widget.type || !withLayout ? undefined : t('copy_other_type')}
          checked={chosen.includes(id)}
          onChange={() => onChosen(toggled(chosen, id))}
        />
      ))}
    </fieldset>
  );
}

function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}

interface Copying {
  copy: (targets: readonly WidgetSummary[], blocks: readonly Block[]) => Promise<void>;
  busy: boolean;
  error: string | null;
}

function useCopy(done: () => void): Copying {
  const api = useApi();
  const t = useTexts('widgets');
  const common = useTexts('common');
  const refetch = useRefetchWidgets(api);
  const { widget, draft } = useBuilder();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const copy: Copying['copy'] = async (targets, blocks) => {
    setBusy(true);
    setError(null);
    try {
      for (const target of targets) {
        const fitting = blocks.filter((block) => block !== 'layout' || target.type === widget.type);
        const settings: Json = Object.fromEntries(fitting.map((block) => [block, draft.settings[block]]));
        await updateWidget(api, target.id, { settings });
      }
      toaster.show({ text: t('copied_to', { count: targets.length }) });
      done();
    } catch (failure) {
      setError(shownError(failure).msg ?? common('network_failed'));
      setBusy(false);
    }
    await refetch();
  };
  return { copy, busy, error };
}
