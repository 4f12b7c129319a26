import { administer } from './test-server';
import { cloneDatabase } from './clone-database';

describe('cloneDatabase', () => {
  it('creates a separate database for each caller', async () => {
    const [first, second] = await Promise.all([cloneDatabase(), cloneDatabase()]);
    await administer(first.adminUrl, (admin) => admin.query('create table only_here (id int)'));
    const found = await administer(second.adminUrl, (admin) =>
      admin.query("select to_regclass('only_here') as it"),
    );
    expect(found).toEqual([{ it: null }]);
    await Promise.all([first.drop(), second.drop()]);
  });

  it('copies the data of the template', async () => {
    const template = await cloneDatabase();
    await administer(template.adminUrl, (admin) => admin.query('create table seeded as select 7 as n'));
    const copy = await cloneDatabase({ template: template.name });
    await expect(administer(copy.adminUrl, (admin) => admin.query('select n from seeded'))).resolves.toEqual([
      { n: 7 },
    ]);
    await Promise.all([copy.drop(), template.drop()]);
  });

  it('drops a database that still has connections', async () => {
    const database = await cloneDatabase();
    const left = administer(database.adminUrl, async (admin) => {
      await admin.query('select 1');
      await database.drop();
      return admin.query('select 1');
    });
    await expect(left).rejects.toThrow(/terminat|not queryable/);
  });
});
