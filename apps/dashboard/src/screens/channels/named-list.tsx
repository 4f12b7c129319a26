import type { ReactNode } from 'react';
import { Button, IconButton } from '../../components/controls/button';
import type { IconName } from '../../components/display/icon';
import { Empty, LoadError, Loading } from '../../components/display/states';
import { Content } from '../../components/layout/page';
import { Menu } from '../../components/overlays/menu';
import { useTexts } from '../../i18n/texts';

interface Named {
  id: number;
  name: string;
}

interface NamedListProps<Row extends Named> {
  query: { data: Row[] | undefined; error: unknown; refetch: () => unknown };
  /** What the rows are. */
  text: string;
  icon: IconName;
  emptyTitle: string;
  emptyText: string;
  /** The text of the button that adds one. */
  addText: string;
  /** Null for a role that may not add one. */
  onAdd: (() => void) | null;
  /** The headings of the name and of the detail. */
  headings: readonly [string, string];
  link: (row: Row) => ReactNode;
  detail: (row: Row) => ReactNode;
  /** The entries of the menu of a row. Null for a role that may not change it. */
  menu: (row: Row) => ReactNode;
}

/** A tab with a short list of named things: what they are, a table, and a menu of what can be done with each. */
export function NamedList<Row extends Named>(props: NamedListProps<Row>): ReactNode {
  const { text, icon, emptyTitle, emptyText, addText, onAdd } = props;
  const { data: rows, error, refetch } = props.query;
  const add = onAdd && (
    <Button icon="add" onClick={onAdd}>
      {addText}
    </Button>
  );
  return (
    <>
      <div className="tools">
        <p className="text-text-2">{text}</p>
        <span className="ms-auto">{rows && rows.length > 0 && add}</span>
      </div>
      <Content className="">
        {!rows && (error ? <LoadError error={error} retry={() => void refetch()} /> : <Loading />)}
        {rows?.length === 0 && (
          <Empty icon={icon} title={emptyTitle} action={add}>
            {emptyText}
          </Empty>
        )}
        {rows && rows.length > 0 && <NamedTable {...props} rows={rows} />}
      </Content>
    </>
  );
}

function NamedTable<Row extends Named>({
  rows,
  headings,
  link,
  detail,
  menu,
}: Pick<NamedListProps<Row>, 'headings' | 'link' | 'detail' | 'menu'> & {
  rows: readonly Row[];
}): ReactNode {
  const common = useTexts('common');
  return (
    <table className="table-list">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
          <th scope="col">
            <span className="sr-only">{common('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" className="font-medium">
              {link(row)}
            </th>
            <td className="text-text-2">{detail(row)}</td>
            <td className="text-end">
              <RowMenu name={row.name}>{menu(row)}</RowMenu>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RowMenu({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const t = useTexts('channels');
  if (!children) return null;
  const label = t('actions_of', { name });
  return (
    <Menu label={label} trigger={(attributes) => <IconButton {...attributes} icon="more" label={label} />}>
      {children}
    </Menu>
  );
}
