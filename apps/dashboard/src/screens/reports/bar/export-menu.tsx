import type { ReactNode } from 'react';
import { type Api, useApi } from '../../../api/api';
import { shownError } from '../../../api/api-error';
import { download } from '../../../charts/download';
import { saveImages } from '../../../charts/image/save-images';
import { Button } from '../../../components/controls/button';
import { useCopy } from '../../../components/controls/use-copy';
import { Icon } from '../../../components/display/icon';
import { Menu, MenuItem } from '../../../components/overlays/menu';
import { toaster } from '../../../components/overlays/toaster';
import { useTexts } from '../../../i18n/texts';
import { type Queries, reportCsv } from '../data/reports-data';

/** All tables and charts as files, the page on paper, and the address of this view. */
export function ExportMenu({
  names,
  queries,
}: {
  names: readonly (keyof Queries)[];
  queries: Queries;
}): ReactNode {
  const t = useTexts('reports');
  const api = useApi();
  const copy = useCopy();
  const saveAll = async (): Promise<void> => {
    try {
      await saveReports(api, names, queries);
      toaster.show({ text: t('saved_files', { count: names.length }) });
    } catch (error) {
      toaster.show({ kind: 'failed', text: t('export_failed'), detail: shownError(error).msg });
    }
  };
  const saveCharts = async (): Promise<void> => {
    try {
      const count = await saveImages();
      toaster.show({ text: count === 0 ? t('no_image') : t('saved_images', { count }) });
    } catch {
      toaster.show({ kind: 'failed', text: t('images_failed') });
    }
  };
  return (
    <Menu
      label={t('export')}
      trigger={(attributes) => (
        <Button icon="download" className="export-button" {...attributes}>
          <span>{t('export')}</span>
          <Icon name="chevron-down" size="small" />
        </Button>
      )}
    >
      <MenuItem icon="log" onSelect={() => void saveAll()}>
        {t('export_csv', { count: names.length })}
      </MenuItem>
      <MenuItem icon="reports" onSelect={() => void saveCharts()}>
        {t('export_images')}
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => print()}>
        {t('export_print')}
      </MenuItem>
      <hr />
      <MenuItem icon="link" onSelect={() => void copy(location.href, t('link_copied'))}>
        {t('copy_link')}
      </MenuItem>
    </Menu>
  );
}

/** Saves one file per report. Nothing is saved unless all can be read. */
async function saveReports(api: Api, names: readonly (keyof Queries)[], queries: Queries): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => ({ name, file: await reportCsv(api, name, queries[name]) })),
  );
  for (const { name, file } of files) download(file, `${name}.csv`);
}
