import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button';
import { TextArea } from '../../../components/controls/field';
import { Note } from '../../../components/display/note';
import { FileDrop } from '../../../components/forms/file-drop';
import { readCsvFile } from '../../../csv/csv-bytes';
import { type CsvTable, parseCsv } from '../../../csv/csv-parser';
import { useTexts } from '../../../i18n/texts';
import { modCap, sendOnModEnter } from '../../../components/forms/mod-enter';

/** Takes a file or pasted rows. Both are read in the browser. */
export function SourceStep({ onTable }: { onTable: (table: CsvTable) => void }): ReactNode {
  const t = useTexts('invite_import');
  const [fault, setFault] = useState<'file_too_large' | 'file_empty' | null>(null);
  const [pasted, setPasted] = useState('');
  const read = (text: string): void => {
    const table = parseCsv(text);
    if (table.rows.length > 0) onTable(table);
    setFault(table.rows.length > 0 ? null : 'file_empty');
  };
  const readFile = async (file: File): Promise<void> => {
    const text = await readCsvFile(file);
    if (text === null) setFault('file_too_large');
    else read(text);
  };
  const readPasted = (): void => {
    if (pasted.trim() !== '') read(pasted);
  };
  return (
    <div className="people-source">
      {fault && <Note tone="bad">{t(fault)}</Note>}
      <FileDrop
        title={t('drop')}
        choose={t('choose')}
        hint={t('drop_help')}
        onFile={(file) => void readFile(file)}
      />
      <div className="grid gap-2" role="presentation" onKeyDown={sendOnModEnter(readPasted)}>
        <TextArea
          label={t('paste')}
          help={t('paste_help')}
          rows={6}
          value={pasted}
          spellCheck={false}
          placeholder={'name,email\nNoa Bergman,noa@example.com'}
          onChange={(event) => setPasted(event.target.value)}
        />
        <Button
          className="justify-self-start"
          shortcut={modCap('↵')}
          disabled={pasted.trim() === ''}
          onClick={readPasted}
        >
          {t('read_rows')}
        </Button>
      </div>
    </div>
  );
}
